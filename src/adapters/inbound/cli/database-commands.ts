import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext, Finding, PendingChanges } from './context.js';
import { keyTable } from './key-commands.js';
import { columns, report, type Format } from './report.js';
import { newProgressBar } from './progress-bar.js';
import { DomainError } from '../../../domain/errors.js';
import { parsePetId } from '../../../domain/pet.js';

const COPYING = 'copying [{bar}] {percentage}% | {value}/{total} rows | {rate}/s | {eta_formatted} left';

const CUT_SHORT =
  'The copy was cut short. Its target is unusable until a copy into it succeeds: run the command again, which starts over.';

const BACKING_UP = 'copying [{bar}] {percentage}% | {eta_formatted} left';

/** Adds the commands that migrate, check, copy and back up a database. */
export function addDatabaseCommands(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('bring the database up to date, and correct what additions need')
    .option('--status', 'only list what it would do')
    .action(({ status: isStatus = false, ...format }: Format & { status?: boolean }) =>
      context.withDatabase(
        async ({ schema }) => {
          const changes = isStatus ? allOf(await schema.pending()) : await schema.migrate();
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
        if (done === 0) process.off('exit', onExit).once('exit', onExit); // The first rows follow.
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
    .description('copy the database to a new file while the service runs, and check the copy')
    .argument('<file>', 'the file to create, readable by its owner only')
    .action(async (file: string, format: Format) => {
      const bar = await newProgressBar(BACKING_UP);
      await context.backup(file, bar.update).finally(bar.stop);
      await report(context, format, { file });
      context.printNotice(`${file} is complete and checked. docs/operations/README.md says how to restore it.`);
    });
  program
    .command('restored')
    .description('prepare a database that was restored from an older backup, before the service starts')
    .option('--last-id <id>', 'the last id that clients were given', parseId)
    .option('--margin <count>', 'if that is unknown: more ids than were given since the backup', parseId)
    .option('--revoke-keys', 'revoke every API key, and not only list them')
    .option('--yes', 'do not ask')
    .action((options: RestoredOptions) => restored(context, options));
}

function allOf({ migrations, corrections }: PendingChanges): readonly string[] {
  return [...migrations, ...corrections];
}

interface RestoredOptions extends Format {
  readonly lastId?: bigint;
  readonly margin?: bigint;
  readonly revokeKeys?: boolean;
  readonly yes?: boolean;
}

async function restored(context: CommandContext, options: RestoredOptions): Promise<void> {
  const { lastId, margin, revokeKeys = false, yes = false, ...format } = options;
  const lost = lastId !== undefined ? { lastId } : margin !== undefined ? { margin } : undefined;
  if (lost === undefined || (lastId !== undefined && margin !== undefined)) {
    throw new DomainError('invalid', 'Give either --last-id or --margin.');
  }
  await context.withDatabase(async ({ schema, maintenance }) => {
    const ids = 'lastId' in lost ? `Give no more ids up to ${lost.lastId}` : `Skip ${lost.margin} ids`;
    const question = revokeKeys ? `${ids}, end all sessions and revoke every API key?` : `${ids} and end all sessions?`;
    if (!yes) await context.confirm(question);
    await schema.migrate();
    const given = await maintenance.prepareRestored(lost);
    context.printNotice(`The next id is above ${given}. All sessions have ended.`);
    if (!revokeKeys) {
      context.printNotice('These keys were active when the backup was made. Revoke those that were revoked since.');
    }
    const keys = await maintenance.activeKeys(revokeKeys);
    await report(context, format, { lastId: given, keys }, keyTable(keys));
    if (revokeKeys) context.printNotice(`Keys revoked: ${keys.length}.`);
  }, 'alone');
}

function parseId(text: string): bigint {
  const id = parsePetId(text);
  if (id === undefined) throw new InvalidArgumentError('It must be a whole number above 0.');
  return id;
}

async function doctor(context: CommandContext, format: Format): Promise<void> {
  const findings: Finding[] = [];
  try {
    await context.diagnose((finding) => findings.push(finding));
  } finally {
    const lines = findings.map(({ ok, note, message }) => `${note ? 'note ' : ok ? 'ok   ' : 'FAULT'} ${message}`);
    await report(context, format, findings, lines);
  }
  const faults = findings.filter(({ ok }) => !ok).length;
  if (faults > 0) throw new DomainError('invalid', `Faults to fix: ${faults}.`);
  context.printNotice('No faults found.');
}

/** The URL can come from the environment, because other users of the machine see the options of a command. */
function databaseOption(flags: string, variable: string, description: string): Option {
  return new Option(flags, description).env(variable).makeOptionMandatory();
}
