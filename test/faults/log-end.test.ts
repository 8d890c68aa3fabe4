import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { newFolder } from '../support/folder.js';
import { IS_LONG } from '../support/long.js';
import { bash, MAIN } from '../support/process.js';

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
it.each(IS_LONG ? [0, 1, 2, 3, 5] : [0, 2])(
  'a process that ends its log %i turns later has written each line once, in order',
  async (turns) => {
    const file = join(newFolder(), 'log');
    writeFileSync(file, '');
    writeFileSync(`${file}.mjs`, program(turns));
    const command = `'${process.execPath}' ${file}.mjs`;
    const ended = await bash(`${command} >> ${file} && ${command} | cat`);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    for (const output of [ended.stdout, readFileSync(file, 'utf8')]) expect(messages(output)).toEqual(ALL);
  },
);
