import type { Clock } from '../../../domain/ports/security.js';

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
