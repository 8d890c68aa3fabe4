import { describe, expect, it } from '@jest/globals';
import { openApiDocuments } from '../../../../../src/adapters/inbound/http/api/openapi/document.js';
import { startTestServer } from '../../../../support/server.js';
import { accountHolder, Visitor } from '../../../../support/visitor.js';

const server = await startTestServer();

describe('The documentation page', () => {
  it('shows every operation, parameter, status and code of the OpenAPI document, and every digit', async () => {
    const { html } = await new Visitor(server).get('/docs');
    const { json } = await openApiDocuments({}, { isRemoved: false })();
    const names = [
      ...json.matchAll(/(?<!license":\{)"(?:operationId|name|code|in|default)":"([\w-]+)"|"(\d{3})":\{/g),
    ].map((found) => found[1] ?? found[2] ?? '');
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !html.includes(name))).toEqual([]);
    for (const bound of ['9223372036854775807', '-9223372036854775808'])
      expect(html).toContain(`<code>${bound}</code>`);
    expect(html).not.toMatch(/undefined|\[object|9223372036854776000/);
  });

  it('has relative addresses only, since a proxy may put a prefix before /docs', async () => {
    const { html } = await new Visitor(server).get('/docs');
    const addresses = [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((address) => /^\/|:/.test(address))).toEqual([]);
  });

  it('knows who is signed in', async () => {
    const jane = await accountHolder(server, 'jane@example.com');
    expect((await jane.get('/docs')).html).toContain('action="account/sign-out"');
    expect((await new Visitor(server).get('/docs')).html).toContain('href="account/sign-in"');
  });

  it('may run the scripts of the service and call it, and nothing else', async () => {
    const policy = (await new Visitor(server).get('/docs')).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*script-src 'self';.*; connect-src 'self'$/);
    expect(policy).not.toContain('unsafe');
  });
});
