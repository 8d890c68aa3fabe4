import type { RequestRecord } from '../../src/adapters/inbound/http/state.js';

/** The record of a successful request. */
export const REQUEST: RequestRecord = {
  requestId: 'r-1',
  traceId: undefined,
  method: 'GET',
  route: '/v1/pets',
  status: 200,
  duration: 3,
  aborted: false,
  accountId: 2n ** 63n - 1n,
  keyPrefix: 'as_abcdefgh',
  error: undefined,
};
