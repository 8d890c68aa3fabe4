import { describe, expect, it } from '@jest/globals';
import { DomainError, rejectViolations, TooManyAttempts } from '../../src/domain/errors.js';

describe('A refusal', () => {
  it('has a code, a message for people and the cause', () => {
    const cause = new Error('socket closed');
    const error = new DomainError('unavailable', 'The store is away.', { cause });
    expect(error).toMatchObject({ name: 'DomainError', code: 'unavailable', message: 'The store is away.', cause });
    expect(error).toBeInstanceOf(Error);
  });

  it('tells every fault in one message', () => {
    const refusal = expect.objectContaining({ code: 'invalid', message: 'a is wrong; b is wrong.' });
    expect(() =>
      rejectViolations([
        { member: 'a', message: 'is wrong' },
        { member: 'b', message: 'is wrong' },
      ]),
    ).toThrow(refusal);
  });

  it('of an attempt tells how long to wait', () => {
    const error = new TooManyAttempts(1500);
    expect(error).toMatchObject({ code: 'too_many_attempts', retryAfter: 1500 });
    expect(error.message).toContain('wait');
  });

  it('is none where there is no fault', () => {
    expect(() => rejectViolations([])).not.toThrow();
  });
});
