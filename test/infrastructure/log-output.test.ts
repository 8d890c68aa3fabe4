import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LogOutput } from '../../src/infrastructure/log-output.js';
import { eventually } from '../support/eventually.js';
import { cleanUp, newFolder } from '../support/process.js';

const open: number[] = [];
afterAll(() => {
  open.forEach((fd) => closeSync(fd));
  cleanUp();
});

function opened(file: string, flags: number): number {
  const fd = openSync(file, flags, 0o600);
  open.push(fd);
  return fd;
}

/** Output to a pipe, which reports lost lines as the logger does, and the reader of the pipe. */
function pipe() {
  const file = join(newFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const reader = opened(file, O_RDONLY | O_NONBLOCK);
  const output: LogOutput = new LogOutput(opened(file, O_WRONLY | O_NONBLOCK), (lines) =>
    output.write(`lost ${lines}\n`),
  );
  const bytes = Buffer.alloc(1 << 16);
  const decoder = new StringDecoder();
  let text = '';
  return {
    output,
    /** All lines until the last one matches. */
    readUntil: async (last: RegExp): Promise<string[]> => {
      await eventually(() => {
        try {
          for (;;) text += decoder.write(bytes.subarray(0, readSync(reader, bytes)));
        } catch {
          return last.test(text); // the pipe is empty
        }
      });
      return text.split('\n').slice(0, -1);
    },
  };
}

describe('What is logged', () => {
  it('is written when flush calls back', async () => {
    const file = join(newFolder(), 'log');
    const output = new LogOutput(opened(file, constants.O_WRONLY | constants.O_CREAT), () => undefined);
    output.write('one\n');
    await new Promise<void>((resolve) => output.flush(resolve));
    expect(readFileSync(file, 'utf8')).toBe('one\n');
    await new Promise<void>((resolve) => output.flush(resolve)); // with nothing to write
  });

  it('does not keep flush from calling back when it cannot be written', async () => {
    const output = new LogOutput(opened('/dev/full', constants.O_WRONLY), () => undefined);
    output.write('one\n');
    await new Promise<void>((resolve) => output.flush(resolve));
  });

  it('is written in order', async () => {
    const file = join(newFolder(), 'log');
    const output = new LogOutput(
      opened(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND),
      () => undefined,
    );
    output.write('one\n');
    output.write('zwei ☃\n');
    await eventually(() => readFileSync(file, 'utf8') === 'one\nzwei ☃\n');
    output.write('three\n');
    await eventually(() => readFileSync(file, 'utf8') === 'one\nzwei ☃\nthree\n');
  });

  it('is kept for a reader that is behind, whole and in order', async () => {
    const { output, readUntil } = pipe();
    const lines = Array.from({ length: 10_000 }, (_, number) => `${number} ${'é'.repeat(90)}`);
    for (const line of lines) output.write(`${line}\n`);
    expect(await readUntil(/^9999 é+\n$/m)).toEqual(lines);
  });

  it('is dropped beyond four MiB without a reader, in one gap, whose size is reported', async () => {
    const { output, readUntil } = pipe();
    const count = 60_000;
    const line = (number: number) => `${number} ${'x'.repeat(200)}`;
    for (let number = 0; number < count; number++) {
      output.write(`${line(number)}\n`);
      if (number % 1000 === 0) await setImmediate();
    }
    await readUntil(/^lost \d+\n$/m);
    output.write('afterwards\n');
    const read = await readUntil(/^afterwards\n$/m);
    const kept = read.length - 2;
    // The buffer at least: it may be full before the first line is written.
    expect((kept + 1) * `${line(count)}\n`.length).toBeGreaterThan(2 << 20);
    expect(kept * line(count).length).toBeLessThan((4 << 20) + (1 << 17));
    expect(read).toEqual([
      ...Array.from({ length: kept }, (_, number) => line(number)),
      `lost ${count - kept}`,
      'afterwards',
    ]);
  });
});
