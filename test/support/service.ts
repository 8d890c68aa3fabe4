import type { Config } from '../../src/infrastructure/config.js';
import { createLogger } from '../../src/infrastructure/logging.js';
import { runService } from '../../src/infrastructure/service.js';
import { testConfig } from './config.js';
import { eventually } from './eventually.js';

type OnReady = Parameters<typeof runService>[2];

interface Watch {
  /** Called with each line of the log. */
  readonly onLine?: (line: string) => void;
  readonly onReady?: OnReady;
}

/** Runs the whole service in this process, as `serve` does. */
export function runHere(config: Partial<Config>, { onLine, onReady }: Watch = {}) {
  const stopping = new AbortController();
  const listening = Promise.withResolvers<string>();
  const ready = Promise.withResolvers<string>();
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    const [, url] = /"url":"(.*?)","msg":"listening"/.exec(line) ?? [];
    if (url !== undefined) listening.resolve(url);
    onLine?.(line);
  };
  const show: OnReady = async (url, key) => {
    ready.resolve(url);
    await onReady?.(url, key);
  };
  const ended = runService(testConfig(config), createLogger('info', { write }), show, stopping.signal);
  ended.then(() => ready.reject(new Error('the service has ended')), ready.reject);
  ready.promise.catch(() => undefined); // Not every test waits until it is ready.
  return {
    /** The address at which it listens. */
    listening: listening.promise,
    /** Its address when it is ready. Rejects if the service ends before. */
    ready: ready.promise,
    ended,
    lines,
    /** Waits until the log has a text, and returns its first line with it. */
    logged: (text: string) => eventually(() => lines.find((line) => line.includes(text))),
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}
