// `npm run demo` serves twenty animals from memory, and prints how to sign in. It listens on PORT, or on a free
// port.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readOptions } from './options.mjs';

readOptions(
  'npm run demo',
  'Serves a database in memory with twenty animals until Ctrl+C, and prints how to sign in.\n' +
    'PORT is the port to listen on; by default it is a free one.',
);

const main = fileURLToPath(new URL('../dist/infrastructure/main.js', import.meta.url));
const { PORT = '0' } = process.env;
process.stdout.write('Starting with a database in memory, and adding twenty animals ...\n');
const env = { PATH: process.env.PATH, PORT, DATABASE_URL: 'memory:', SIGN_UP: 'open', LOG_LEVEL: 'warn' };
const service = spawn(process.execPath, [main, 'serve'], {
  env,
  cwd: import.meta.dirname,
  stdio: ['ignore', 'inherit', 'pipe'],
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal));
service.on('close', (code) => {
  if (!isReady(banner)) process.stderr.write(banner); // It says why the service has not started.
  process.exit(code ?? 1);
});

let banner = '';
service.stderr.setEncoding('utf8').on('data', (text) => {
  const wasReady = isReady(banner);
  banner += text;
  if (!wasReady && isReady(banner)) {
    fill(...parse(banner)).catch((error) => {
      process.stderr.write(`${error}\n`);
      service.kill();
    });
  }
});

function isReady(text) {
  return parse(text).every((part) => part !== undefined);
}

/** The address of the service, and the API key of its first account. */
function parse(text) {
  return [/(http:\/\/\S+)\/v1\/pets/.exec(text)?.[1], /^ *(as_\w{36})$/m.exec(text)?.[1]];
}

async function fill(url, key) {
  const [email, password] = ['visitor@example.com', `demo ${randomUUID().slice(0, 13)}`];
  await send(`${url}/account/sign-up`, 'application/x-www-form-urlencoded', new URLSearchParams({ email, password }), {
    'sec-fetch-site': 'same-origin',
  });
  const names =
    'Milo Luna Rex Bella Simba Coco Oscar Nala Felix Ruby Leo Daisy Max Molly Charlie Lily Rocky Zoe Teddy Stella';
  for (const [at, name] of names.split(' ').entries()) {
    const status = ['available', 'available', 'pending', 'sold'][at % 4];
    const body = JSON.stringify({ name, categoryId: 1 + (at % 3), status });
    await send(`${url}/v1/pets`, 'application/json', body, { authorization: `Bearer ${key}` });
  }
  process.stdout.write(`The demo store has twenty animals. It is in memory: what you add is lost at the end.

  Animals   ${url}/animals
  Email     ${email}
  Password  ${password}
  API key   ${key}

Press Ctrl+C to end it.
`);
}

async function send(url, type, body, headers) {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { ...headers, 'content-type': type },
  });
  if (response.status >= 400) throw new Error(`${url} answered with ${response.status}: ${await response.text()}`);
}
