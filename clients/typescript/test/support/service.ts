import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../../dist/infrastructure/main.js', import.meta.url));

export interface Service {
  /** Such as http://127.0.0.1:40123. */
  readonly url: string;
  readonly apiKey: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts the real service. */
export function spawnService(variables: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env.PATH, PORT: '0', DATABASE_URL: 'memory:', ...variables };
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (signal?: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { child, stop };
}

/** Starts the real service without any animal, and waits for the key and the address that its first start prints. */
export async function startService(variables?: Readonly<Record<string, string>>): Promise<Service> {
  const { child, stop } = spawnService(variables);
  const [apiKey, url] = await new Promise<[string, string]>((resolve, reject) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [key] = /\bas_\w{36}\b/.exec(output) ?? [];
      const [, address] = /(http:\S+)\/v1\/pets\b/.exec(output) ?? [];
      if (key !== undefined && address !== undefined) resolve([key, address]);
    });
    child.once('close', () => reject(new Error(`The service ended before it was ready: ${output}`)));
  });
  return { url, apiKey, stop };
}
