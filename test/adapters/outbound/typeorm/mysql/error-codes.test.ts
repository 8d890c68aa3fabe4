import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { ERRORS } from '../../../../../src/adapters/outbound/typeorm/mysql/error-codes.js';
import { translate } from '../../../../../src/adapters/outbound/typeorm/execution/failures.js';

const failureOf = (code: string) => translate(Object.assign(new Error('said'), { code }), { kinds: ERRORS });

// No server of these tests can be made to report these at will.
it.each([
  ['ER_LOCK_DEADLOCK', 'contended'],
  ['ER_GR_HOLD_WAIT_TIMEOUT', 'contended'],
  ['ER_GR_HOLD_MEMBER_STATUS_ERROR', 'refused'],
  ['ER_UNKNOWN_COM_ERROR', 'refused'],
  ['ER_UNKNOWN_STMT_HANDLER', 'refused'],
  ['ER_READ_ONLY_MODE', 'read-only'],
  ['ER_TRANSACTION_ROLLBACK_DURING_COMMIT', 'lost'],
  ['ER_ERROR_DURING_COMMIT', 'lost'],
  ['ER_RUN_HOOK_ERROR', 'lost'],
  ['ER_SERVER_OFFLINE_MODE', 'lost'],
  ['ECONNRESET', 'lost'],
  ['EPIPE', 'lost'],
  ['ENOTFOUND', 'lost'],
  ['ER_BULK_PARSER_INCOMPLETE_ESCAPE_SEQUENCE', 'denied'],
])('the error code %s means %s', (code, meaning) => {
  expect(failureOf(code)).toMatchObject({ meaning });
});

it('a statement that mysql2 did not send, on a connection that is closed, was refused', () => {
  const error = Object.assign(new Error("Can't add new command when connection is in closed state"), { fatal: true });
  const failure = translate(new QueryFailedError('INSERT', [], error), { kinds: ERRORS });
  expect(failure).toMatchObject({ meaning: 'refused' });
});
