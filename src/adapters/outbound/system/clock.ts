import type { Clock } from '../../../domain/ports/clock.js';

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}
