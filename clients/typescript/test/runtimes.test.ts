import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import ts from 'typescript';
import { installPackage, root, run } from './support/install.ts';
import type { Task } from './support/outcomes.ts';
import { SCENARIOS, startScenarios, type ScenarioServer } from './support/scenarios.ts';
import { startService, type Service } from './support/service.ts';

// The installed package in each runtime that the README names: the same calls end in the same way.

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const system = `${process.platform}-${process.arch}`;
// The package manager runs no install scripts here, so the programs are taken from the packages of the platform.
const BUN = fileURLToPath(new URL(`node_modules/@oven/bun-${system}/bin/bun`, root));
const DENO = fileURLToPath(new URL(`node_modules/@deno/${system}-glibc/deno`, root));

let folder: string;
let service: Service;
let scenarios: ScenarioServer;

before(async () => {
  [folder, service, scenarios] = await Promise.all([
    installPackage(),
    startService({ CORS_ORIGINS: '*' }),
    startScenarios(),
  ]);
  const source = await readFile(new URL('test/support/outcomes.ts', root), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  await writeFile(join(folder, 'outcomes.js'), outputText);
  const main = "import { outcomesOf } from './outcomes.js';\nimport { argv } from 'node:process';\n";
  await writeFile(
    join(folder, 'main.js'),
    `${main}console.log(JSON.stringify(await outcomesOf(JSON.parse(argv[2]))));\n`,
  );
});
after(async () => {
  await Promise.all([service.stop(), scenarios.stop()]);
  await rm(folder, { recursive: true, force: true });
});

type Runner = (tasks: readonly Task[]) => Promise<string[]>;

function program(command: string, ...parameters: string[]): Runner {
  return async (tasks) => {
    const { stdout } = await run(command, [...parameters, 'main.js', JSON.stringify(tasks)], { cwd: folder });
    return JSON.parse(stdout) as string[]; // what main.js prints
  };
}

/** Runs the tasks in a page of another origin, which loads the installed files without a bundler. */
async function inChromium(tasks: readonly Task[]): Promise<string[]> {
  const imports = {
    'animal-store-client': '/node_modules/animal-store-client/dist/index.js',
    'lossless-json': '/node_modules/lossless-json/lib/esm/index.js',
  };
  const html = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
    else {
      readFile(join(folder, path)).then(
        (file) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(file),
        () => response.writeHead(404).end(),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const call = `import('/outcomes.js').then(({ outcomesOf }) => outcomesOf(${JSON.stringify(tasks)}))`;
    return await page.evaluate<string[]>(call);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

const runtimes: readonly [name: string, file: string, run: Runner][] = [
  ['Node', process.execPath, program(process.execPath)],
  ['Bun', BUN, program(BUN)],
  ['Deno', DENO, program(DENO, 'run', '--quiet', '--no-remote', '--allow-net=127.0.0.1', '--allow-read=.')],
  ['Chromium', CHROMIUM, inChromium],
];

for (const [name, file, outcomesOf] of runtimes) {
  const skip = existsSync(file) || process.env.REQUIRE_ALL === '1' ? false : `there is no ${file}`;
  describe(`in ${name}, the client`, { skip }, () => {
    it('ends every call as its README says, whatever the server answers', async () => {
      const tasks = SCENARIOS.map(({ call, totalMs }, index): Task => {
        return { call, totalMs, baseUrl: scenarios.baseUrl(index, name), apiKey: 'as_secret' };
      });
      const outcomes = await outcomesOf(tasks);
      assert.equal(outcomes.length, SCENARIOS.length);
      for (const [index, scenario] of SCENARIOS.entries()) {
        const outcome = (name === 'Chromium' ? scenario.inBrowser : undefined) ?? scenario.outcome;
        assert.match(outcomes[index] ?? '', outcome, scenario.name);
        const requests = scenarios.requests(index, name);
        assert.equal(requests, scenario.requests ?? requests, `requests: ${scenario.name}`);
        assert.doesNotMatch(outcomes[index] ?? '', /secret|sec\nret/);
      }
    });

    it('refuses addresses and keys that it cannot use, and repeats neither in the error', async () => {
      const addresses = [
        'http://user:secret@127.0.0.1:9/v1',
        'http://secret@127.0.0.1:9/v1',
        'http://127.0.0.1:9/v1?secret',
        'http://127.0.0.1:9/v1?',
        'http://127.0.0.1:9/v1#secret',
        'ftp://127.0.0.1:9/secret/v1',
        'http://127.0.0.1:9/v1/',
        'http://127.0.0.1:9',
        '/v1',
        '',
      ];
      const keys = ['as_secret\nX-Other: 1', 'as_sécret'];
      const outcomes = await outcomesOf([
        ...addresses.map((baseUrl): Task => ({ call: 'construct', baseUrl, apiKey: 'as_x' })),
        ...keys.map((apiKey): Task => ({ call: 'construct', baseUrl: 'http://127.0.0.1:9/v1', apiKey })),
      ]);
      assert.equal(outcomes.length, addresses.length + keys.length);
      for (const outcome of outcomes) {
        assert.match(outcome, /^TypeError: (baseUrl|apiKey) must be/);
        assert.doesNotMatch(outcome, /secret/);
      }
    });

    it('adds and lists animals of the real service, with every digit', async () => {
      const task: Omit<Task, 'call'> = { baseUrl: `${service.url}/v1`, apiKey: `${service.apiKey}\n` };
      const [added = ''] = await outcomesOf([{ ...task, call: 'add' }]);
      assert.match(added, /^\d+ Zoë 9223372036854775807 sold$/);
      await outcomesOf([1, 2].map((): Task => ({ ...task, call: 'add' })));
      const [listed = '', refused] = await outcomesOf([
        { ...task, call: 'list' },
        { ...task, call: 'list', apiKey: 'as_wrong' },
      ]);
      assert.ok(listed.split(',').includes(added));
      assert.match(refused ?? '', /^api_key_invalid 401 /);
    });
  });
}
