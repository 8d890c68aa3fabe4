import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { report } from '../output.js';
import { DomainError } from '../../../../domain/errors.js';

/** The check whose failure prevents all others. */
export const REACHABILITY = 'reachability';

export function addDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('check the configuration and the store, change nothing, and say what to fix')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      const findings = await context.diagnose();
      report(context, options, findings, () =>
        findings.flatMap(({ check, ok, message, fix }) => [
          `${ok ? 'ok   ' : 'FAULT'} ${check}: ${message}`,
          ...(fix === undefined ? [] : [`      ${fix}`]),
        ]),
      );
      const faults = findings.filter(({ ok }) => !ok);
      if (faults.some(({ check }) => check === REACHABILITY)) {
        throw new DomainError('unavailable', 'The store cannot be reached.');
      }
      if (faults.length > 0) throw new DomainError('invalid', `${faults.length} to fix.`);
      context.remark('All is well.');
    });
}
