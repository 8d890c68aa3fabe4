import { readFileSync, statSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { clientOf } from '../../../../../support/http-client.js';
import { startTestServer } from '../../../../../support/server.js';
import { docsFiles } from '../../../../../../src/adapters/inbound/http/api/docs/files.js';
import { openApiDocument } from '../../../../../../src/adapters/inbound/http/api/openapi/document.js';

describe('the documentation page', () => {
  const files = docsFiles({});
  const html = readFileSync(files.get('/docs')?.file ?? '', 'utf8');

  it('refers only to files that are served, none on another host', () => {
    const references = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, reference = '']) => `/${reference}`);
    const elsewhere = ['/#main', '/./', '/account', '/openapi.yaml', '/openapi.json'];
    expect(new Set(references)).toEqual(new Set([...files.keys(), ...elsewhere]));
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
    ['/docs/site.css', 'text/css; charset=utf-8'],
    ['/docs/paw.svg', 'image/svg+xml'],
  ])('serves %s as %s', (path, type) => {
    expect(files.get(path)).toMatchObject({ type });
    expect(statSync(files.get(path)?.file ?? '').size).toBeGreaterThan(100);
  });

  it('shows a document whose examples JSON.parse does not round', () => {
    const integers = openApiDocument({}).json.match(/(?<=[[:,])-?\d{16,}/g);
    expect(new Set(integers)).toEqual(new Set(['9223372036854775807', '-9223372036854775808'])); // the bounds of int64
  });

  it('knows no other path', () => {
    expect(files.get('/docs/../openapi.yaml')).toBeUndefined();
    expect(files.size).toBe(7);
  });
});

function connectSrc(servers: Parameters<typeof docsFiles>[0]): string | undefined {
  const csp = docsFiles(servers).get('/docs')?.csp ?? '';
  return csp.split('; ').find((directive) => directive.startsWith('connect-src'));
}

describe('a file of the documentation page', () => {
  const PATH = '/docs/swagger-ui-bundle.js';
  const served = startTestServer();
  afterAll(async () => (await served).close());

  it('comes whole, with an ETag, and is not sent again while it is the same', async () => {
    const { get, send } = clientOf(await served);
    const { status, headers, text } = await get(PATH, { range: 'bytes=0-9' });
    expect({ status, length: headers['content-length'] }).toEqual({
      status: 200,
      length: String(Buffer.byteLength(text)),
    });
    expect(headers.etag).toMatch(/^"[\w-]{43}"$/);
    expect(headers).not.toHaveProperty('accept-ranges');
    for (const method of ['GET', 'HEAD']) {
      const again = await send(method, PATH, { 'if-none-match': headers.etag });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    expect((await get(PATH, { 'if-none-match': 'W/"0-0"' })).status).toBe(200);
  });
});
