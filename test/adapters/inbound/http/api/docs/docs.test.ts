import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { clientOf } from '../../../../../support/http-client.js';
import { startTestServer } from '../../../../../support/server.js';
import { openApiDocument } from '../../../../../../src/adapters/inbound/http/api/openapi/document.js';

const docsFolder = new URL('../../../../../../src/adapters/inbound/http/api/docs/', import.meta.url);

const served = startTestServer();
afterAll(async () => (await served).close());

describe('the documentation page', () => {
  const html = readFileSync(new URL('index.html', docsFolder), 'utf8');

  const references = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, reference = '']) => `/${reference}`);
  const files = references.filter((reference) => reference.startsWith('/docs'));

  it('refers only to files that are served, none on another host', () => {
    const elsewhere = ['/#main', '/./', '/account', '/openapi.yaml', '/openapi.json'];
    expect(new Set(references)).toEqual(new Set([...files, ...elsewhere]));
    expect(html).not.toContain('//');
  });

  it('names its language and its title', () => {
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>Animal Store API</title>');
  });

  it('has no script and no style within, which its policy would block', async () => {
    expect(html).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
    const { get } = clientOf(await served);
    for (const path of files) {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
    }
  });

  it.each([
    [{}, ''],
    [
      { publicBaseUrl: 'https://animals.example:8443/a/v1', stagingBaseUrl: 'http://staging.example/v1' },
      ' https://animals.example:8443 http://staging.example',
    ],
    [
      { publicBaseUrl: 'https://one.example/v1', stagingBaseUrl: 'https://one.example/staging/v1' },
      ' https://one.example',
    ],
  ])('may call its own host and the servers of %j alone', async (servers, others) => {
    const server = await startTestServer(servers);
    const { headers } = await clientOf(server).get('/docs');
    await server.close();
    expect(headers['content-security-policy']).toContain(`; connect-src 'self'${others}; `);
  });

  it.each([
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/init.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/site.css', 'text/css; charset=utf-8'],
    ['/docs/paw.svg', 'image/svg+xml'],
  ])('serves %s as %s', async (path, type) => {
    const { headers, text } = await clientOf(await served).get(path);
    expect(headers['content-type']).toBe(type);
    expect(text.length).toBeGreaterThan(100);
  });

  it('shows a document whose examples JSON.parse does not round', () => {
    const integers = openApiDocument({}, true).json.match(/(?<=[[:,])-?\d{16,}/g);
    expect(new Set(integers)).toEqual(new Set(['9223372036854775807', '-9223372036854775808'])); // the bounds of int64
  });

  it('knows no other path', async () => {
    expect((await clientOf(await served).get('/docs/openapi.yaml')).status).toBe(404);
    expect(new Set(files).size).toBe(7);
  });
});

describe('a file of the documentation page', () => {
  const PATH = '/docs/swagger-ui-bundle.js';
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
