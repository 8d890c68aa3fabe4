import { describe, expect, it } from '@jest/globals';
import { docsFiles } from '../../../../../../src/adapters/inbound/http/api/docs/files.js';

describe('the documentation page', () => {
  const files = docsFiles({});
  const html = files.get('/docs')?.body.toString() ?? '';

  it('refers only to files that are served, none on another host', () => {
    const references = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, reference = '']) => `/${reference}`);
    expect(references.sort()).toEqual([...files.keys(), '/openapi.yaml'].filter((path) => path !== '/docs').sort());
    expect(html).not.toContain('//');
  });

  it('names its language and its title', () => {
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>Animal Store API</title>');
  });

  it('has no script and no style within, which its policy would block', () => {
    expect(html).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
    for (const { csp } of files.values()) expect(csp).not.toContain('unsafe');
  });

  it('may call its own host alone unless other servers are configured', () => {
    expect(connectSrc({})).toBe("connect-src 'self'");
    expect(
      connectSrc({ publicBaseUrl: 'https://animals.example:8443/a/v1', stagingBaseUrl: 'http://staging.example/v1' }),
    ).toBe("connect-src 'self' https://animals.example:8443 http://staging.example");
    expect(
      connectSrc({ publicBaseUrl: 'https://one.example/v1', stagingBaseUrl: 'https://one.example/staging/v1' }),
    ).toBe("connect-src 'self' https://one.example");
  });

  it.each([
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/init.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/favicon.svg', 'image/svg+xml'],
  ])('serves %s as %s', (path, type) => {
    expect(files.get(path)).toMatchObject({ type });
    expect(files.get(path)?.body.length).toBeGreaterThan(100);
  });

  it('knows no other path', () => {
    expect(files.get('/docs/../openapi.yaml')).toBeUndefined();
    expect(files.size).toBe(6);
  });
});

function connectSrc(servers: Parameters<typeof docsFiles>[0]): string | undefined {
  const csp = docsFiles(servers).get('/docs')?.csp ?? '';
  return csp.split('; ').find((directive) => directive.startsWith('connect-src'));
}
