import type { Clock } from '../../src/domain/ports/security.js';

/** A clock that stands still until it is turned. Turning it is a correction, in which no time passes. */
export class SettableClock implements Clock {
  private instant: number;
  private elapsed = 0;

  constructor(instant = '2026-12-01T12:00:00Z') {
    this.instant = Date.parse(instant);
  }

  now(): Date {
    return new Date(this.instant);
  }

  elapsedMs(): number {
    return this.elapsed;
  }

  turnTo(instant: string): void {
    this.instant = Date.parse(instant);
  }

  /** @param time the time in milliseconds by which the clock advances */
  advance(time: number): void {
    this.instant += time;
    this.elapsed += time;
  }
}
