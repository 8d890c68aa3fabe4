import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LogOutput } from '../../src/infrastructure/log-output.js';
import { eventually } from '../support/callers.js';
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

/** Output to a pipe, which tells of what it lost as a logger would, and the reader of the pipe. */
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
    /** All that is written until this line. */
    readUntil: async (last: string): Promise<string[]> => {
      for (const end = performance.now() + 30_000; !text.endsWith(`${last}\n`) && performance.now() < end;) {
        try {
          text += decoder.write(bytes.subarray(0, readSync(reader, bytes)));
        } catch {
          await sleep(1); // nothing there yet
        }
      }
      return text.split('\n').slice(0, -1);
    },
  };
}

async function untilFileIs(file: string, text: string): Promise<void> {
  await eventually(() => Promise.resolve(readFileSync(file, 'utf8') === text), 30_000);
}

describe('What is logged', () => {
  it('is written in order', async () => {
    const file = join(newFolder(), 'log');
    const output = new LogOutput(
      opened(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND),
      () => undefined,
    );
    output.write('one\n');
    output.write('zwei ☃\n');
    await untilFileIs(file, 'one\nzwei ☃\n');
    output.write('three\n');
    await untilFileIs(file, 'one\nzwei ☃\nthree\n');
  });

  it('is kept for a reader that is behind, whole and in order', async () => {
    const { output, readUntil } = pipe();
    const lines = Array.from({ length: 10_000 }, (_, number) => `${number} ${'é'.repeat(90)}`);
    for (const line of lines) output.write(`${line}\n`);
    await sleep(50);
    expect(await readUntil(lines.at(-1) ?? '')).toEqual(lines);
  });

  it('is dropped beyond four MiB that no reader takes, in one gap, whose size is reported', async () => {
    const { output, readUntil } = pipe();
    const count = 60_000;
    const line = (number: number) => `${number} ${'x'.repeat(200)}`;
    for (let number = 0; number < count; number++) {
      output.write(`${line(number)}\n`);
      if (number % 1000 === 0) await sleep(1);
    }
    setTimeout(() => output.write('afterwards\n'), 1500); // longer than the pause between two attempts
    const read = await readUntil('afterwards');
    const kept = read.length - 2;
    expect(kept * line(0).length).toBeGreaterThan(2 << 20);
    expect(kept * line(count).length).toBeLessThan((4 << 20) + (1 << 17));
    expect(read).toEqual([
      ...Array.from({ length: kept }, (_, number) => line(number)),
      `lost ${count - kept}`,
      'afterwards',
    ]);
  });
});
