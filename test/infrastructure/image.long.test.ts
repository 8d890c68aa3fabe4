import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, cpSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { serveWhenReady, startAnimalStore } from '../support/process.js';
import { PASSWORD, Visitor } from '../support/visitor.js';

/** Has the files that the Dockerfile copies into the image. */
const folder = newFolder();
const main = join(folder, 'dist/infrastructure/main.js');

beforeAll(() => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  }; // npm writes this file.
  const installed = Object.keys(packages).filter((path) => path !== '' && !packages[path]?.dev && existsSync(path));
  const copy = (path: string, filter?: (source: string) => boolean) =>
    cpSync(path, join(folder, path), { recursive: true, filter, mode: constants.COPYFILE_FICLONE });
  for (const path of ['package.json', 'dist']) copy(path);
  // What a package has in its own node_modules is listed, too.
  for (const path of installed) copy(path, (source) => !resolve(source).startsWith(resolve(path, 'node_modules')));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/trim-for-image.mjs', folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

/** Returns the paths at the service that a page or a style sheet links or loads. */
function references(text: string, base: string): string[] {
  const found = text.matchAll(/(?:\b(?:href|src|action)="|\burl\(["']?)(?!data:)([^"')]+)/g);
  return [...found]
    .map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), base))
    .filter(({ origin }) => origin === new URL(base).origin)
    .map(({ pathname, search }) => pathname + search);
}

test('The files of the image run the service, with every page and what the pages load', async () => {
  const service = await serveWhenReady({ main });
  const visitor = new Visitor(service);
  const account = { email: 'jane@example.com', password: PASSWORD };
  for (const path of ['/account/sign-up', '/account/sign-in']) await visitor.fillIn(path, account);
  const paths = new Set(['/', '/docs', '/account/sign-up', '/livez', '/readyz']);
  const failed: string[] = [];
  for (const path of paths) {
    const { status, headers, html, location } = await visitor.get(path, { accept: '*/*' });
    if (status >= 400 && status !== 405) failed.push(`${status} ${path}`); // A form's address may be for POST only.
    if (!/html|css/.test(headers.get('content-type') ?? '')) continue;
    for (const found of references(html, service.url + path)) paths.add(found);
    if (location !== null) paths.add(location);
  }
  expect(failed).toEqual([]);
  expect([...paths]).toEqual(
    expect.arrayContaining(['/animals', '/account/keys/new', '/account/swagger-ui-bundle.js']),
  );
  expect(await service.stop()).toMatchObject({ code: 0 });
});

test('The files of the image have the driver of MySQL', async () => {
  const env = { DATABASE_URL: 'mysql://root@127.0.0.1:1/animals' };
  expect(await startAnimalStore(['doctor'], { main, env }).ended).toMatchObject({
    code: 69,
    stderr: expect.stringContaining('ECONNREFUSED'),
  });
});

describe('The health check of the image', () => {
  const main = join(folder, 'dist/infrastructure/health-check.mjs');
  const check = (env: Record<string, string>) => startAnimalStore([], { main, env }).ended;

  test.each([
    ['on every address', { HOST: '0.0.0.0' }],
    ['on every address of IPv6', { HOST: '::' }],
    ['on one address', { HOST: '127.0.0.2' }],
    ['on one address for operators', { HOST: '127.0.0.2', ADMIN_HOST: '127.0.0.3' }],
    ['with names that clients must use', { HOST: '0.0.0.0', ALLOWED_HOSTS: 'shop.example' }],
  ])('finds a service ready that listens %s', async (_, addresses) => {
    const env = { DATABASE_URL: 'memory:', PORT: String(await freePort()), ...addresses };
    const all = 'ADMIN_HOST' in addresses ? { ...env, ADMIN_PORT: String(await freePort()) } : env;
    expect((await check(all)).code).toBe(1);
    const service = await serveWhenReady({ env: all });
    expect(await check(all)).toEqual({ code: 0, stdout: '', stderr: '' });
    await service.stop();
  });

  test.each([{ NODE_USE_ENV_PROXY: '1' }, { NODE_OPTIONS: '--use-env-proxy' }])(
    'sends nothing to the proxy of an environment with %j',
    async (option) => {
      const requests: string[] = [];
      const proxy = createServer((request, response) => {
        requests.push(String(request.url));
        response.end();
      });
      proxy.on('connect', (request, socket) => {
        requests.push(String(request.url));
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      const { port } = proxy.address() as AddressInfo; // It listens on a port.
      const env = { DATABASE_URL: 'memory:', PORT: String(await freePort()) };
      const service = await serveWhenReady({ env });
      const proxied = { ...env, ...option, HTTP_PROXY: `http://127.0.0.1:${port}` };
      expect(await check(proxied)).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(requests).toEqual([]);
      await service.stop();
      proxy.close();
    },
  );
});
