import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { describeUnless } from './requirements.js';
import { newServerProcess, type ServerProcess } from './server-process.js';

/** Returns the process that the shell below started, or 0 before it has. */
function childOf({ folder }: ServerProcess): number {
  const file = join(folder, 'child');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

describeUnless(
  existsSync('/proc/self/task') ? undefined : 'there is no /proc',
  'A server that has a process for each connection',
  () => {
    let server: ServerProcess;
    let child: number;

    beforeAll(async () => {
      server = await newServerProcess({
        command: 'sh',
        options: (folder) => ['-c', `sleep 600 & echo $! > ${join(folder, 'child')}; wait`],
        answers: async () => childOf(server) > 0,
      });
      await server.start();
      child = childOf(server);
    });
    afterAll(() => server.remove());

    /** Returns the state of the child as proc(5) names it, such as T for stopped. A child that nobody waits for is Z. */
    const state = () => {
      const file = `/proc/${child}/stat`;
      return existsSync(file) ? /\) (\w)/.exec(readFileSync(file, 'utf8'))?.[1] : 'Z';
    };

    it('stalls as a whole', async () => {
      server.stall();
      await eventually(() => state() === 'T');
      server.resume();
      await eventually(() => state() === 'S');
    });

    it('ends as a whole', async () => {
      await server.kill();
      await eventually(() => state() === 'Z');
    });
  },
);
