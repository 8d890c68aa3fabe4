import { describe, expect, it } from '@jest/globals';
import { DomainError, rejectViolations } from '../../src/domain/errors.js';

describe('A refusal', () => {
  it('has a code, a message for people and the cause', () => {
    const cause = new Error('socket closed');
    const error = new DomainError('unavailable', 'The store is away.', { cause });
    expect(error).toMatchObject({ name: 'DomainError', code: 'unavailable', message: 'The store is away.', cause });
    expect(error).toBeInstanceOf(Error);
  });

  it('tells every fault in one message', () => {
    expect(() => rejectViolations(['a is wrong', 'b is wrong'])).toThrow(
      new DomainError('invalid', 'a is wrong; b is wrong.'),
    );
  });

  it('is none where there is no fault', () => {
    expect(() => rejectViolations([])).not.toThrow();
  });
});
