import { describe, expect, it } from '@jest/globals';
import { readParameters, readStatus } from '../../../../../src/adapters/inbound/http/request/query.js';

describe('The parameters of an operation', () => {
  const read = (query: string) =>
    readParameters(query, (once) => ({ status: once('status', readStatus), name: once('name', decodeURIComponent) }));

  it('are read, and those that are absent are undefined', () => {
    expect(read('')).toEqual({ status: undefined, name: undefined });
    expect(read('name=&status=sold')).toEqual({ status: 'sold', name: '' });
  });

  it.each([
    ['status=lost', 'status must be one of available, pending, sold.'],
    ['status=sold&status=sold', 'status must be given once.'],
    ['limit=1&name=x', '"limit" is not a parameter of this operation.'],
  ])('such as %s are refused', (query, message) => {
    expect(() => read(query)).toThrow(message);
  });

  it('are all named in the error', () => {
    expect(() => read('limit=1&status=lost&name=x&name=y')).toThrow(
      /status must be one of available.*name must be given once.*"limit" is not a parameter/,
    );
  });

  it('are not reported as wrong if a bug throws', () => {
    expect(() => read('name=%25')).toThrow(URIError);
  });
});
