import { SingleBar } from 'cli-progress';
import { Option, type Command } from 'commander';
import type { CommandContext, OnCopyProgress } from '../context.js';
import { columns, report } from '../output.js';

export function addCopy(program: Command, context: CommandContext): void {
  program
    .command('copy')
    .description('copy all data of one store to another one that is empty, and compare both')
    .addOption(storeOption('--from <url>', 'COPY_FROM_URL', 'the store to read, in the form of DATABASE_URL'))
    .addOption(storeOption('--to <url>', 'COPY_TO_URL', 'the empty store to fill; its schema is created'))
    .option('--json', 'print JSON')
    .action(async (options: { from: string; to: string; json?: true }) => {
      const bar = newProgressBar(() => performance.now());
      const result = await context.copy(options.from, options.to, bar.update).finally(bar.stop);
      report(context, options, Object.fromEntries(result), () =>
        columns([
          ['DATA', 'ROWS', 'SHA-256'],
          ...[...result].map(([name, { rows, sha256 }]) => [name, String(rows), sha256]),
        ]),
      );
      context.remark('Both stores hold the same.');
    });
}

/** Other users of the machine see options, but not the environment. */
function storeOption(flags: string, variable: string, description: string): Option {
  return new Option(flags, description).env(variable).makeOptionMandatory();
}

/**
 * Draws a bar with the rate and the remaining time on standard error, where that is a terminal; otherwise nothing.
 * @returns `stop` leaves the last line on the terminal
 */
function newProgressBar(now: () => number): { readonly update: OnCopyProgress; readonly stop: () => void } {
  const bar = new SingleBar({
    format: '{phase} [{bar}] {percentage}% | {value}/{total} rows | {rate}/s | {eta_formatted} left',
    barsize: 20,
    linewrap: true, // leaves the terminal as it is when a signal ends the process
    etaBuffer: 100,
  });
  let current: string | undefined;
  let start = 0;
  return {
    update(phase, done, total) {
      if (phase !== current) {
        bar.stop();
        current = phase;
        start = now();
        bar.start(total, done, { phase, rate: 0 });
      }
      bar.update(done, { rate: Math.round((done * 1000) / Math.max(1, now() - start)) });
    },
    stop: () => bar.stop(),
  };
}
