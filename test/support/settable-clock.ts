import type { Clock } from '../../src/domain/ports/security.js';

/** A clock that stands still until it is turned. */
export class SettableClock implements Clock {
  private instant: number;

  constructor(instant = '2026-12-01T12:00:00Z') {
    this.instant = Date.parse(instant);
  }

  now(): Date {
    return new Date(this.instant);
  }

  turnTo(instant: string): void {
    this.instant = Date.parse(instant);
  }

  /** @param time the time in milliseconds by which the clock advances */
  advance(time: number): void {
    this.instant += time;
  }
}
