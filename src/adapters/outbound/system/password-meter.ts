import { setImmediate } from 'node:timers/promises';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { PasswordMeter } from '../../../domain/ports/security.js';

/**
 * The bounds of the work on one password, which blocks the event loop. The first 64 characters suffice: a password that
 * begins with a strong one is strong.
 */
const BOUNDS = { maxLength: 64, l33tMaxSubstitutions: 10 } as const;

/** A clause for each warning of the library. */
const WEAKNESSES: Readonly<Record<string, string>> = {
  straightRow: 'it follows a row of the keyboard',
  keyPattern: 'it is a pattern on the keyboard',
  simpleRepeat: 'it repeats a character',
  extendedRepeat: 'it repeats a few characters',
  sequences: 'it is a sequence',
  recentYears: 'it is a year',
  dates: 'it is a date',
  topTen: 'it is a common password',
  topHundred: 'it is a common password',
  common: 'it is a common password',
  similarToCommon: 'it is similar to a common password',
  userInputs: 'it is similar to the email address',
};

/** Estimates by zxcvbn, with the common passwords that zxcvbn-ts collects from published leaks. */
export class ZxcvbnPasswordMeter implements PasswordMeter {
  private loading: Promise<ZxcvbnFactory> | undefined;

  async estimate(password: string, related: readonly string[]) {
    this.loading ??= load();
    const { guesses, feedback } = (await this.loading).check(password.normalize('NFKC'), [...related]);
    return { guesses, weakness: WEAKNESSES[feedback.warning ?? ''] };
  }
}

/** Most processes set no password, and loading takes time and memory. The event loop goes on between the steps. */
async function load(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  await setImmediate();
  const { adjacencyGraphs: graphs, dictionary } = await import('@zxcvbn-ts/language-common');
  await setImmediate();
  return new ZxcvbnFactory({ ...BOUNDS, graphs, dictionary });
}
