// Records a release for test/releases: a store that its program filled, the secrets that open it, and the statements that
// the program sends while it serves. Later versions must serve the store, and their schema must accept the statements.
// Usage, after npm run build: node scripts/record-release.mjs DATABASE_URL [FOLDER]
// The URL names an empty store on a server that nothing else uses. FOLDER contains the checkout of the release.
import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';

const [url = '', folder = '.'] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const MAIN = resolve(folder, 'dist/infrastructure/main.js');
const TABLES = /\b(?:accounts|api_keys|pets|idempotency_keys|sessions|tries|add_order)\b/;
const OWN_STATEMENT = /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE|REPLACE)\b/i;
const PASSWORD = 'seven lamps of brass';

const engine = await (url.startsWith('sqlite:') ? sqliteEngine(url.slice('sqlite:'.length)) : mysqlEngine(url));
const place = join('test/releases', version, engine.name);
mkdirSync(place, { recursive: true });

const facts = await withProgram(fill);
await engine.dump(place);
const recorded = await engine.record();
await withProgram((program) => use(program, facts));
const own = (await recorded())
  .flatMap((packet) => packet.split(/;\s*(?=INSERT INTO|SET SESSION|COMMIT|$)/))
  .filter((each) => OWN_STATEMENT.test(each) && TABLES.test(each));
const forms = own.map(formOf);
const statements = own.filter((_, at) => forms.indexOf(forms[at]) === at); // the first of each form is enough
writeFileSync(join(place, 'statements.sql'), statements.map((each) => `${each.trim()};\n`).join('\n'));
writeFileSync(join(place, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
await engine.end();
process.stdout.write(`${place}: ${statements.length} statements\n`);

/** Returns the statement without its values. */
function formOf(statement) {
  return statement.replace(/'(?:[^'\\]|\\.|'')*'|\b-?\d+\b/g, '?');
}

/** Runs the program of the release on the store during `work`. */
async function withProgram(work) {
  const env = {
    ...engine.env,
    PATH: process.env.PATH,
    DATABASE_URL: url,
    PORT: '0',
    HOST: '127.0.0.1',
    SIGN_UP: 'open',
  };
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, cwd: place, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  try {
    let address;
    while (address === undefined) {
      if (child.exitCode !== null) throw new Error(output);
      await sleep(50);
      address = /"url":"([^"]+)"[^\n]*"msg":"listening"/.exec(output)?.[1];
    }
    while ((await fetch(`${address}/readyz`)).status !== 200) await sleep(50);
    const run = async (...parameters) =>
      JSON.parse(
        (await promisify(execFile)(process.execPath, [MAIN, ...parameters, '--json'], { env, cwd: place })).stdout,
      );
    return await work({ address, run });
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await new Promise((settle) => child.once('exit', settle));
    }
  }
}

async function fill({ address, run }) {
  const email = 'holder@example.com';
  const session = (await signUp(address, email)).session();
  const issue = async (name, ...more) => (await run('keys', 'create', '--account', email, '--name', name, ...more)).key;
  const keys = {
    active: await issue('Ключ 🔑'),
    revoked: await issue('revoked'),
    ending: await issue('ending', '--expires-in', '520w'),
  };
  await run('keys', 'revoke', keys.revoked.slice(0, 11));
  const addition = { key: 'Key "1"', body: '{"name":"Rex","categoryId":-9223372036854775808,"status":"pending"}' };
  const call = caller(address, keys.active);
  await add(call, { name: `${'🐈'.repeat(253)}' `, categoryId: 7 });
  const { text: answer } = await call('/v1/pets', {
    body: addition.body,
    headers: { 'idempotency-key': addition.key },
  });
  for (const status of ['sold', 'available', 'pending', 'sold', 'available'])
    await add(call, { name: `one ${status}`, categoryId: 3, status });
  const pages = {};
  for (const first of [
    '/v1/pets',
    '/v1/pets?limit=3',
    '/v1/pets?limit=1&status=available',
    '/v1/pets?limit=1&status=pending',
    '/v1/pets?limit=1&status=sold',
  ]) {
    for (let next = first; next !== undefined;) {
      const { text, link } = await call(next);
      pages[next] = text;
      next = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
    }
  }
  return {
    at: new Date().toISOString(),
    email,
    password: PASSWORD,
    session,
    keys,
    addition: { ...addition, answer },
    pages,
  };
}

/** Makes every call that sends a statement which no other call sends. */
async function use({ address, run }, { email, addition, keys }) {
  const call = caller(address, keys.active);
  for (const path of ['/v1/pets?limit=2', '/v1/pets?limit=2&status=sold', '/v1/pets/1', '/v1/pets/99'])
    await call(path);
  await add(call, { name: 'later', categoryId: 1 });
  for (const name of ['new', addition.key]) {
    await call('/v1/pets', { body: addition.body, headers: { 'idempotency-key': name } });
  }
  await caller(address, keys.revoked)('/v1/pets');
  await run('accounts', 'create', 'guest@example.com');
  await run('accounts', 'list');
  const guest = await run('keys', 'create', '--account', 'guest@example.com', '--expires-in', '30d');
  await run('keys', 'list', '--account', 'guest@example.com');
  await run('keys', 'revoke', guest.prefix);
  const browser = visitor(address);
  await signIn(browser, email, 'seven lamps of tin'); // is refused
  await signIn(browser, email);
  await browser.get('/account');
  await browser.fillIn('/account/keys/new', { name: 'by form', expiry: 'never' });
  await browser.get('/account');
  await browser.fillIn('/animals', { status: 'sold' }); // changes the newest animal, which is pending
  await browser.fillIn('/account/password', { 'current-password': PASSWORD, password: 'eleven lamps of tin' });

  await signIn(browser, email, 'eleven lamps of tin');
  await browser.fillIn('/account', {}, '/account/sign-out');
  const gone = await signUp(address, 'gone@example.com');
  await gone.fillIn('/account/delete', { 'current-password': PASSWORD });
  await sleep(1500); // the program writes some values later, such as the last use of a key
}

function caller(address, key) {
  return async (path, { body, headers = {} } = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(new URL(path, address), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, ...type, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, text: await response.text(), link: response.headers.get('link') };
  };
}

async function add(call, animal) {
  const { status, text } = await call('/v1/pets', { body: JSON.stringify(animal) });
  if (status !== 201) throw new Error(text);
}

/** Resolves to a browser that is signed in. */
async function signUp(address, email) {
  const browser = visitor(address);
  await browser.fillIn('/account/sign-up', { email, password: PASSWORD });
  await signIn(browser, email);
  return browser;
}

async function signIn(browser, email, password = PASSWORD) {
  await browser.fillIn('/account/sign-in', { email, password });
}

/** A browser that keeps cookies, and sends forms with their hidden fields. */
function visitor(address) {
  const cookies = new Map();
  const ask = async (path, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...options.headers, ...(cookie && { cookie }) };
    const response = await fetch(new URL(path, address), { redirect: 'manual', ...options, headers });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    if (response.status >= 400) process.stderr.write(`${options.method ?? 'GET'} ${path}: ${response.status}\n`);
    return response.text();
  };
  return {
    get: (path) => ask(path),
    async fillIn(path, fields, action = path) {
      const html = await ask(path);
      const form = new RegExp(`<form [^>]*action="${action}".*?</form>`, 's').exec(html)?.[0] ?? '';
      const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"\/?>/g)];
      const body = new URLSearchParams({
        ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
        ...fields,
      });
      await ask(action, { method: 'POST', body, headers: { origin: address, 'sec-fetch-site': 'same-origin' } });
    },
    session: () => [...cookies].find(([name]) => /session(-\d+)?$/.test(name))?.[1], // the name can end with the port
  };
}

function sqliteEngine(file) {
  const log = resolve(`${file}.statements`);
  const env = { STATEMENTS: log, NODE_OPTIONS: `--import=${resolve('scripts/record-sqlite.mjs')}` };
  const read = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  return {
    name: 'SQLite',
    env,
    dump: (target) => copyFileSync(file, join(target, 'store.sqlite')),
    async record() {
      const earlier = read().length;
      return async () =>
        read()
          .slice(earlier)
          .map((line) => JSON.parse(line));
    },
    async end() {},
  };
}

async function mysqlEngine(address) {
  const options = { supportBigNumbers: true, bigNumberStrings: true };
  const root = await mysql.createConnection({ uri: address, ...options });
  const rowsOf = async (text) => (await root.query(text))[0];
  const [{ version: release }] = await rowsOf('SELECT VERSION() AS version');
  const isMariaDb = release.includes('MariaDB');
  return {
    name: isMariaDb ? 'MariaDB' : 'MySQL',
    env: {},
    async dump(target) {
      const statements = [];
      for (const row of await rowsOf('SHOW TABLES')) {
        const [table] = Object.values(row);
        const [{ 'Create Table': create }] = await rowsOf(`SHOW CREATE TABLE ${table}`);
        statements.push(create);
        for (const values of await rowsOf(`SELECT * FROM ${table}`)) {
          const escaped = Object.values(values).map((value) => mysql.escape(value));
          statements.push(`INSERT INTO ${table} VALUES (${escaped.join(', ')})`);
        }
      }
      writeFileSync(join(target, 'store.sql'), statements.map((each) => `${each};\n`).join('\n'));
    },
    async record() {
      await root.query("SET GLOBAL log_output = 'TABLE'");
      // MariaDB's column is utf8mb3, which escapes characters of four bytes and cuts a statement with many of them. MySQL
      // logs nothing into a table that was altered.
      if (isMariaDb)
        await root.query('ALTER TABLE mysql.general_log MODIFY argument MEDIUMTEXT CHARACTER SET utf8mb4 NOT NULL');
      await root.query('TRUNCATE mysql.general_log');
      await root.query('SET GLOBAL general_log = ON');
      return async () => {
        await root.query('SET GLOBAL general_log = OFF');
        const rows = await rowsOf(
          "SELECT argument FROM mysql.general_log WHERE command_type IN ('Query', 'Execute') ORDER BY event_time",
        );
        return rows.map(({ argument }) => argument.toString());
      };
    },
    end: () => root.end(),
  };
}
