import { readFileSync } from 'node:fs';
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

  it('shows whether someone is signed in', async () => {
    const jane = await accountHolder(server, 'jane@example.com');
    expect((await jane.get('/docs')).html).toContain('action="/account/sign-out"');
    expect((await jane.get('/docs')).html).not.toContain('jane@'); // the page is prepared for all accounts
    expect((await new Visitor(server).get('/docs')).html).toContain('href="/account/sign-in"');
  });

  it('may run the scripts of the service and call it, and nothing else', async () => {
    const policy = (await new Visitor(server).get('/docs')).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*script-src 'self';.*; connect-src 'self'$/);
    expect(policy).not.toContain('unsafe');
  });
});

describe('The guide', () => {
  const GUIDES = ['/docs/clients', '/docs/deprecation'];

  it.each(GUIDES)(
    'at %s shows the document of the source, with links that lead to pages and headings',
    async (path) => {
      const visitor = new Visitor(server);
      const { status, html, headers } = await visitor.get(path);
      expect([status, headers.get('content-security-policy')]).toEqual([
        200,
        expect.not.stringContaining('connect-src'),
      ]);
      const [, title = ''] = /^# (.*)$/m.exec(readFileSync(`${path.slice(1)}.md`, 'utf8')) ?? [];
      expect(html).toContain(`<title>${title} · Animal Store</title>`);
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      const addresses = [...main.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => address);
      expect(addresses.length).toBeGreaterThan(1);
      for (const address of addresses.filter((each) => !each.startsWith('https:'))) {
        const [page = '', anchor] = address.split('#');
        const target = page === '' ? html : (await visitor.get(page)).html;
        expect(target).toContain(anchor === undefined ? '<!doctype html>' : `id="${anchor}"`);
        expect({ address, isMissing: target.includes('Page not found') }).toEqual({ address, isMissing: false });
      }
    },
  );

  it('names the file of a link if only the source has it', async () => {
    const { html } = await new Visitor(server).get('/docs/clients');
    expect(html).toContain('(<code>docs/accounts.md</code> of the source)');
    expect(html).toContain('(<code>clients/typescript/README.md</code> of the source)');
  });

  it('is linked from the documentation page', async () => {
    const { html } = await new Visitor(server).get('/docs');
    for (const link of ['/docs/clients', '/docs/clients#recipes']) expect(html).toContain(`href="${link}"`);
  });
});
