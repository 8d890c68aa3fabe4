import { describe, expect, it, jest } from '@jest/globals';
import type { RequestRecord } from '../../src/adapters/inbound/http/observation.js';
import { pageError, PageError } from '../../src/adapters/inbound/web/errors.js';
import { DomainError } from '../../src/domain/errors.js';
import { requestLog, type Logger } from '../../src/infrastructure/logging.js';

/** What is logged of a request that ended like this: the level, and the code. */
function logged(status: number, error: unknown): [string, unknown] {
  const told: [string, unknown][] = [];
  const at = (level: string) => jest.fn(({ code }: { code: unknown }) => void told.push([level, code]));
  const logger = { info: at('info'), warn: at('warn'), error: at('error') } as unknown as Logger; // all that is called
  requestLog(logger)({ status, error, duration: 1 } as RequestRecord); // all that matters here
  const [only] = told;
  if (only === undefined) throw new Error('nothing was logged');
  return only;
}

describe('The line of a request', () => {
  it.each([
    ['a success', 200, undefined, 'info', undefined],
    ['a refusal of the API', 404, new DomainError('not_found', ''), 'info', 'not_found'],
    ['a refusal of a page', 403, new PageError('forged_form', ''), 'info', 'forged_form'],
    ['a store that is away', 503, new DomainError('unavailable', ''), 'warn', 'unavailable'],
    ['a page whose store is away', 503, pageError(new DomainError('unavailable', '')), 'warn', 'unavailable'],
    ['a bug', 500, new TypeError(), 'error', 'internal_error'],
    ['a bug of a page', 500, pageError(new TypeError()), 'error', 'internal_error'],
  ])('that ended in %s has its level and its code', (_, status, error, level, code) => {
    expect(logged(status, error)).toEqual([level, code]);
  });
});
