import { execFile } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { bash, MAIN, newFolder } from '../support/process.js';

const LINES = 500;

/** Logs some lines, lets the event loop turn so many times, logs one more, ends the log, and exits. */
function program(turns: number): string {
  return `
    import { createLogger } from '${join(MAIN, '../logging.js')}';
    import { LogOutput } from '${join(MAIN, '../log-output.js')}';
    const output = new LogOutput(1, () => {});
    const logger = createLogger('info', output);
    for (let n = 0; n < ${LINES - 1}; n++) logger.info(String(n));
    for (let turn = 0; turn < ${turns}; turn++) await new Promise((resolve) => setImmediate(resolve));
    logger.info('last');
    await output.end();
    process.exit();`;
}

const messages = (output: string): string[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

const ALL = [...Array.from({ length: LINES - 1 }, (_, n) => String(n)), 'last'];

// After another number of turns another write is under way when the log ends.
describe.each([0, 1, 2, 3, 5])('a process that ends its log %i turns of the event loop after it logged', (turns) => {
  it('has written each line to a pipe once, in order', async () => {
    const parameters = ['--input-type=module', '--eval', program(turns)];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { maxBuffer: 1 << 24 });
    expect(messages(stdout)).toEqual(ALL);
  });

  it('has written each line to a file once, in order', async () => {
    const file = join(newFolder(), 'log');
    closeSync(openSync(file, 'w'));
    const quoted = program(turns).replaceAll("'", `'\\''`);
    const { code, stderr } = await bash(`'${process.execPath}' --input-type=module --eval '${quoted}' >> ${file}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(messages(readFileSync(file, 'utf8'))).toEqual(ALL);
  });
});
