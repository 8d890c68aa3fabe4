import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callerOf, newKeyIn } from '../support/callers.js';
import { newFolder, serveWhenReady } from '../support/process.js';
import { describeFirst, SQL_SERVERS } from '../support/storages.js';
import type { TestTarget } from '../support/test-storage.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const page = readFileSync('docs/operations/tracing.md', 'utf8');

interface Span {
  readonly traceId: string;
  readonly name: string;
}

/** What a collector of OpenTelemetry receives by HTTP in JSON. */
interface Export {
  readonly resourceSpans: { readonly scopeSpans: { readonly scope: { name: string }; readonly spans: Span[] }[] }[];
}

// The page names the servers whose driver it instruments.
const instrumentedServers = SQL_SERVERS.filter(({ name }) => page.includes(name));

describeFirst(instrumentedServers, 'The recipe for traces', (kind) => {
  const spans: (Span & { readonly scope: string })[] = [];
  let collector: Server;
  let target: TestTarget;

  beforeAll(async () => {
    target = await kind.newTarget();
    collector = createServer((request, response) => {
      void text(request).then((body) => {
        const { resourceSpans } = JSON.parse(body) as Export; // by the specification of the protocol
        for (const { scope, spans: sent } of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)) {
          spans.push(
            ...sent.map((span) => ({ ...span, scope: scope.name.replace('@opentelemetry/instrumentation-', '') })),
          );
        }
        response.end('{}');
      });
    });
    await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    collector.close();
    await target.drop();
  });

  it('records spans of the request, its middleware and its statement, and adds the trace id to the log', async () => {
    const folder = newFolder();
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'tracing.mjs'), /^```js tracing\.mjs\n(.*?)^```/ms.exec(page)?.[1] ?? '');
    const key = await newKeyIn(target.url);
    const service = await serveWhenReady({
      env: {
        DATABASE_URL: target.url,
        NODE_OPTIONS: `--import ${join(folder, 'tracing.mjs')}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
    });
    const { status } = await callerOf(
      service.url,
      key,
    )({
      method: 'POST',
      headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
      body: '{"name":"Rumpelstiltskin","categoryId":471147114711471147}',
    });
    expect(status).toBe(201);

    const ofTrace = () => spans.filter(({ traceId }) => traceId === TRACE);
    await service.until(() => (ofTrace().some(({ scope }) => scope === 'http') ? true : undefined));
    const instrumented = [...page.matchAll(/instrumentation-(\w+)';/g)].map(([, name]) => name);
    expect(new Set(ofTrace().map(({ scope }) => scope))).toEqual(
      new Set(instrumented.filter((name) => name !== 'pino')),
    );
    expect(JSON.stringify(spans)).toContain('INSERT INTO pets');
    expect(JSON.stringify(spans)).not.toMatch(/Rumpelstiltskin|471147114711471147/);
    const line = await service.until(() => service.log().find(({ msg }) => msg === 'request'));
    expect(line).toMatchObject({ trace_id: TRACE, traceId: TRACE });
    await service.stop();
  });
});
