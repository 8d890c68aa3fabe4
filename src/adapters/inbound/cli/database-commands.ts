import { Option, type Command } from 'commander';
import type { CommandContext, Finding } from './context.js';
import { columns, report, type Format } from './report.js';
import { newProgressBar } from './progress-bar.js';

const COPYING = 'copying [{bar}] {percentage}% | {value}/{total} rows | {eta_formatted} left';

const CUT_SHORT =
  'The copy was cut short. Its target is unusable until a copy into it succeeds: run the command again, which starts over.';

const BACKING_UP = 'copying [{bar}] {percentage}% | {eta_formatted} left';

export function addDatabaseCommands(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date')
    .option('--status', 'only list the pending migrations')
    .action(({ status: isStatus = false, ...format }: Format & { status?: boolean }) =>
      context.withDatabase(
        async ({ schema }) => {
          const onWait = (reason: string) => context.printNotice(`A migration waits: ${reason}`);
          const changes = isStatus ? await schema.pending() : await schema.migrate(onWait);
          const key = isStatus ? 'pending' : 'applied';
          await report(context, format, { [key]: changes }, changes);
          context.printNotice(
            changes.length === 0 ? 'The database is up to date.' : `Changes ${key}: ${changes.length}.`,
          );
        },
        isStatus ? 'open' : 'create',
      ),
    );
  program
    .command('doctor')
    .description('check the configuration and the database as a start does, and all of its data, and say what to fix')
    .action((format: Format) => doctor(context, format));
  program
    .command('copy')
    .description('copy all data of one database to another one that is empty')
    .addOption(databaseOption('--from <url>', 'COPY_FROM_URL', 'the database to read, in the form of DATABASE_URL'))
    .addOption(databaseOption('--to <url>', 'COPY_TO_URL', 'the empty database to fill; its schema is created'))
    .action(async ({ from, to, ...format }: Format & { from: string; to: string }) => {
      const bar = await newProgressBar(COPYING);
      const onExit = () => context.printNotice(CUT_SHORT);
      const onProgress = (done: number, total: number) => {
        if (done === 0) process.off('exit', onExit).once('exit', onExit); // From now on a copy that ends early leaves rows.
        bar.update(done, total);
      };
      const copying = context.copy(from, to, onProgress).finally(() => process.off('exit', onExit));
      const copied = [...(await copying.finally(bar.stop))];
      const json = Object.fromEntries(copied.map(([name, rows]) => [name, { rows }]));
      await report(
        context,
        format,
        json,
        columns([['DATA', 'ROWS'], ...copied.map(([name, rows]) => [name, String(rows)])]),
      );
      context.printNotice('All data is copied.');
    });
  program
    .command('backup')
    .description('copy the database to a new file while the service runs')
    .argument('<file>', 'the file to create, readable by its owner only')
    .action(async (file: string, format: Format) => {
      const bar = await newProgressBar(BACKING_UP);
      await context.backup(file, bar.update).finally(bar.stop);
      await report(context, format, { file });
      context.printNotice(`${file} is complete. docs/operations/README.md says how to restore it.`);
    });
}

async function doctor(context: CommandContext, format: Format): Promise<void> {
  const findings: Finding[] = [];
  try {
    await context.diagnose((finding) => findings.push(finding));
  } finally {
    const lines = findings.map(({ note, message }) => `${note ? 'note ' : 'ok   '} ${message}`);
    await report(context, format, findings, lines);
  }
  context.printNotice('No faults found.');
}

/** The URL can come from the environment, because other users of the machine see the options of a command. */
function databaseOption(flags: string, variable: string, description: string): Option {
  return new Option(flags, description).env(variable).makeOptionMandatory();
}
