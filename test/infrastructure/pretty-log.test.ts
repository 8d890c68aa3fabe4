import { describe, expect, it } from '@jest/globals';
import { prettyFormat } from '../../src/infrastructure/logging.js';
import { animalStore, freePort, serveUnread } from '../support/process.js';

const TIME = '2026-11-21T22:00:43.367Z';

const prettyLine = await prettyFormat();

/** The line without colours, on a terminal and elsewhere. */
function plain(line: object): string {
  // eslint-disable-next-line no-control-regex -- the escape sequences of a terminal
  return prettyLine(JSON.stringify({ level: 'info', time: TIME, ...line })).replace(/\u001b\[\d+m/g, '');
}

describe('A log line for a person', () => {
  it('shows a request as method, route, status and time', () => {
    const request = { method: 'GET', route: '/v1/pets', status: 200, durationMs: 4.68, requestId: 'r-1' };
    expect(plain({ ...request, msg: 'request' })).toMatch(
      /^\[\d\d:\d\d:43\.367\] INFO: GET \/v1\/pets 200 4\.68 ms \{"requestId":"r-1"\}\n$/,
    );
  });

  it('shows any other line with its message and members', () => {
    expect(plain({ url: 'http://h', msg: 'listening' })).toMatch(/^\[.*\] INFO: listening \{"url":"http:\/\/h"\}\n$/);
  });
});

describe('serve', () => {
  it.each([
    ['JSON where standard output is no terminal', {}, /^\{"level":"info",.*"msg":"ready"\}$/m],
    ['lines for a person with LOG_FORMAT=pretty', { LOG_FORMAT: 'pretty' }, /^\[.*\] INFO: ready$/m],
  ])('writes %s', async (_, format, ready) => {
    const service = serveUnread({ env: { DATABASE_URL: 'memory:', PORT: '0', ...format } });
    await service.until(() => ready.test(service.stdout()) || undefined);
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  it('keeps its faults in one line each with LOG_FORMAT=pretty', async () => {
    const env = { DATABASE_URL: 'memory:', PORT: String(await freePort()), LOG_FORMAT: 'pretty' };
    const first = serveUnread({ env });
    await first.until(() => first.stdout().includes('INFO: listening') || undefined);
    expect(await animalStore(['serve'], { env })).toEqual({
      code: 78,
      stdout: '',
      stderr: expect.stringMatching(`^port ${env.PORT} is taken`),
    });
    await first.stop();
  });
});
