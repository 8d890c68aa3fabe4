import { randomBytes } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, newKeyIn } from '../support/callers.js';
import { newFolder } from '../support/folder.js';
import { haproxyMissing, startHttpProxy, type HttpProxy } from '../support/haproxy.js';
import { serveWhenReady, type RunningService } from '../support/process.js';
import { lines, statusesIn } from '../support/raw-sockets.js';
import { describeUnless } from '../support/requirements.js';

// A flood through the proxy keeps no client of another address out. The only limit is that of the test: a client that is
// kept out gets no answer before it.

const [STRANGER, CLIENT] = ['127.0.0.2', '127.0.0.3'];
const HOST = 'Host: localhost';
const DOWNLOAD = lines('GET /account/pico.jade.min.css HTTP/1.1', HOST);
const STEP = lines('GET /livez HTTP/1.1', HOST);
const list = (key: string) => lines('GET /v1/pets HTTP/1.1', HOST, `Authorization: Bearer ${key}`, 'Connection: close');

/** What the stranger writes on each connection, again and again; it reads what comes back only if it `reads`. */
const FLOODS = {
  'unfinished forms': {
    bytes: () => lines('POST /account/sign-in HTTP/1.1', HOST, 'Content-Length: 100'),
    reads: true,
  },
  'responses that are not read': { bytes: () => DOWNLOAD.repeat(50), reads: false },
  'pipelined requests': { bytes: () => STEP.repeat(1000), reads: true },
  'one request after the other': { bytes: () => STEP, reads: true },
  'invented keys': {
    bytes: () => lines('GET /v1/pets HTTP/1.1', HOST, `Authorization: Bearer as_${randomBytes(18).toString('hex')}`),
    reads: true,
  },
};

describeUnless(haproxyMissing, 'Behind the HAProxy of docs/operations', () => {
  let service: RunningService;
  let proxy: HttpProxy;
  let key: string;

  beforeAll(async () => {
    const url = `sqlite:${newFolder()}/animals.sqlite`;
    key = await newKeyIn(url);
    service = await serveWhenReady({
      env: { DATABASE_URL: url, TRUST_PROXY: '1', ALLOWED_HOSTS: 'localhost,animals.example' },
    });
    proxy = await startHttpProxy(Number(new URL(service.url).port));
    await eventually(async () => statusesIn(await proxy.call(CLIENT, list(key))).includes(200));
  });
  afterAll(async () => {
    await proxy.stop();
    await service.stop();
  });

  it.each(Object.entries(FLOODS))(
    'a stranger with a thousand connections and %s keeps no other client out',
    async (_, flood) => {
      const state = { isOver: false };
      const sockets: (TLSSocket | undefined)[] = Array<undefined>(1000).fill(undefined);
      const flooding = (async () => {
        for (let at = 0; !state.isOver; at = (at + 1) % sockets.length) {
          const socket = sockets[at]?.writable ? sockets[at] : (sockets[at] = proxy.open(STRANGER));
          if (flood.reads) socket?.resume();
          else socket?.pause();
          if (socket?.writableNeedDrain === false) socket.write(flood.bytes());
          if (at % 50 === 0) await sleep(10); // leaves this process time for the client
        }
      })();
      for (let answers = 0; answers < 20; answers++) {
        expect(statusesIn(await proxy.call(CLIENT, list(key)))).toEqual([200]);
        await sleep(50); // spreads the calls over the flood
      }
      state.isOver = true;
      await flooding;
      for (const socket of sockets) socket?.destroy();
    },
  );
});
