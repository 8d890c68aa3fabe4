import { describe, expect, it } from '@jest/globals';
import { acceptedHosts } from '../../../../../src/adapters/inbound/http/request/host.js';
import { outcome } from '../../../../support/http-client.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';

const MALFORMED: unknown = expect.stringMatching(/^400 invalid_request: Host .*255/);
const MALFORMED_TARGET: unknown = expect.stringMatching(/^400 invalid_request: .*authority .*255/);
const FOREIGN: unknown = expect.stringMatching(/^400 invalid_request: Host .*ALLOWED_HOSTS/);

const loopback = await startTestServer({ allowedHosts: [] });
const everyHost = await startTestServer({ allowedHosts: ['*'] });

async function outcomeOf({ raw }: TestServer, host: string, target = '/openapi.json'): Promise<string> {
  const { answers } = await raw(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 'latin1'), 1);
  return answers.map(outcome).join();
}

describe('Host', () => {
  it.each(['', 'a b', 'a@b', 'a/b', 'a:b', 'a:99999', '[::1', '::1', '%zz', 'a?b'])(
    'that is malformed is 400: "%s"',
    async (host) => {
      expect(await outcomeOf(everyHost, host)).toEqual(MALFORMED);
    },
  );

  it('may have 255 characters and no more', async () => {
    const hosts = [`${'a.'.repeat(127)}a`, 'a.'.repeat(128)];
    expect(await Promise.all(hosts.map((host) => outcomeOf(everyHost, host)))).toEqual(['200', MALFORMED]);
    const targets = hosts.map((host) => outcomeOf(everyHost, 'a', `http://${host}/livez`));
    expect(await Promise.all(targets)).toEqual(['200', MALFORMED_TARGET]);
  });

  it('may be missing from HTTP/1.0, which health checks of old proxies speak, on a loopback address', async () => {
    const { answers } = await loopback.raw(Buffer.from('GET /livez HTTP/1.0\r\n\r\n'), 1);
    expect(answers.map(outcome)).toEqual(['200']);
  });

  it.each(['/livez?x=1', 'http://10.42.0.17:8080/readyz'])(
    'may be any valid one at %s, because a probe names an address that no setting knows',
    async (target) => {
      const server = await startTestServer({ allowedHosts: ['animals.example'] });
      for (const host of ['10.42.0.17:8080', '[fd00::17]:8080', 'evil.example']) {
        expect(await outcomeOf(server, host, target)).toBe('200');
        expect(await outcomeOf(server, host, '/livez/')).toEqual(FOREIGN);
      }
      expect(await outcomeOf(server, 'a b', target)).toEqual(MALFORMED);
    },
  );

  it('of this machine or of a base URL is accepted with any port, however it is written', async () => {
    for (const host of ['LOCALHOST:8080', '%6cocalhost', '127.1:1', '[0:0::1]', 'localhost.', 'a.localhost.:80'])
      expect(await outcomeOf(loopback, host)).toBe('200');
    const urls = { publicBaseUrl: 'https://animals.example/v1', stagingBaseUrl: 'http://staging.example:81/v1' };
    const server = await startTestServer({ allowedHosts: [], ...urls });
    for (const host of ['animals.example:8443', 'animals.example.', 'staging.example'])
      expect(await outcomeOf(server, host)).toBe('200');
  });

  it('is taken from an absolute request target, and not from a URL in the query', async () => {
    expect(await outcomeOf(loopback, 'localhost', 'http://evil.example/openapi.json')).toEqual(FOREIGN);
    expect(await outcomeOf(loopback, 'evil.example', 'http://localhost/openapi.json')).toBe('200');
    expect(await outcomeOf(loopback, 'localhost', '/openapi.json?from=http://evil.example/')).toBe('200');
  });

  it('is checked before the API key', async () => {
    expect(await outcomeOf(loopback, 'evil.example', '/v1/pets')).toEqual(FOREIGN);
    expect(await outcomeOf(loopback, 'localhost', 'http://localhost/v1/dogs')).toMatch(/^401 api_key_missing/);
  });
});

describe('The target of a request', () => {
  it.each([
    ['backslashes', ['/v1\\pets', 'http://localhost\\account']],
    ['a fragment', ['//a@b/account/sign-in#', '/v1/pets#', '/livez?#']],
    ['characters outside of ASCII', ['/livez\u00a0', '/livez?\u00e9']],
    [
      'another form than a path',
      ['livez', '*', '**', 'localhost:80', 'http:/livez', 'ftp://localhost/livez', 'mailto:a'],
    ],
  ])('that intermediaries may interpret differently is 400: %s', async (_, targets) => {
    for (const target of targets) {
      const refusal = await outcomeOf(everyHost, 'a', target);
      expect(refusal).toMatch(/^400 invalid_request: The request (?:target|is not)/);
    }
  });

  it.each([
    '/livez?path=../x',
    'http://localhost',
    'http://localhost/livez',
    'HTTP://localhost:80/livez?a=http://b',
    'http://localhost/livez?user@localhost',
  ])('may have dots in its query, and may be absolute: %s', async (target) =>
    expect(await outcomeOf(everyHost, 'a', target)).toBe('200'),
  );

  it.each(['/x/../livez', '/./livez', '/%2e/livez', '//livez', '/%6civez'])(
    'is compared as it is written: %s',
    async (target) => {
      expect(await outcomeOf(everyHost, 'a', target)).toMatch(/^404/);
    },
  );

  it.each([
    ...['http:///livez', 'http://%zz/livez', 'http://a@/livez'],
    ...['http://user@localhost/livez', 'http://user:password@localhost/livez', 'http://@localhost/livez'],
  ])('must name a host, without a user, in an absolute target: %s', async (target) => {
    expect(await outcomeOf(everyHost, 'a', target)).toEqual(MALFORMED_TARGET);
  });

  it('may have the scheme https only if a proxy is trusted, which removes TLS', async () => {
    const behindProxy = await startTestServer({ allowedHosts: ['*'], trustProxy: 1 });
    for (const target of ['https://localhost/livez', 'HTTPS://localhost:443/livez']) {
      expect(await outcomeOf(everyHost, 'localhost', target)).toMatch(/^400 invalid_request: .*scheme .*http/);
      expect(await outcomeOf(behindProxy, 'localhost', target)).toBe('200');
    }
  });
});

describe('The version of a request', () => {
  const WRONG_VERSION: unknown = expect.stringMatching(/^400 invalid_request: .*HTTP\/1\.1 or HTTP\/1\.0/);
  const NOT_HTTP: unknown = expect.stringMatching(/^400 invalid_request: .*not valid HTTP/);

  it.each([
    [' HTTP/2.0', WRONG_VERSION],
    [' HTTP/0.9', WRONG_VERSION],
    ['', WRONG_VERSION],
    // The parser takes this for HTTP/0.9 with headers; elsewhere it refuses a line feed alone.
    ['\nX: HTTP/1.1', WRONG_VERSION],
    [' HTTP/1.2', NOT_HTTP],
    [' http/1.1', NOT_HTTP],
  ])('must be 1.1 or 1.0, and no request follows one of another: %j', async (version, refusal) => {
    const head = `GET /livez${version}\r\nHost: a\r\nConnection: keep-alive\r\n\r\n`;
    const { answers, closed } = await everyHost.raw(head + 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
    expect([answers.map(outcome), closed]).toEqual([[refusal], true]);
  });
});

describe('The accepted hosts', () => {
  it.each([
    [
      { host: '127.0.0.1' },
      ['localhost', 'a.localhost', '127.1.2.3', '[::1]'],
      ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evillocalhost', '128.0.0.1', '[::2]'],
    ],
    [{ host: '127.0.0.1', allowedHosts: ['animals.internal'] }, ['animals.internal', 'localhost'], ['c.internal']],
    [{ host: '0.0.0.0' }, ['any.example'], []],
    [{ host: '::' }, ['any.example'], []],
    [{ host: '::', allowedHosts: ['Animals.internal'] }, ['[::]', 'animals.internal', 'localhost'], ['any.example']],
    [{ host: '10.0.0.5' }, ['10.0.0.5'], ['localhost', '10.0.0.6']],
  ])('of %j include %j and not %j', (options, accepted, refused) => {
    expect([...accepted, ...refused].filter(acceptedHosts(options))).toEqual(accepted);
  });
});
