import { expect, it } from '@jest/globals';
import { readParameters, readStatus } from '../../../../../src/adapters/inbound/http/request/query.js';

it('A bug that throws while a parameter is read is not reported as a wrong parameter', () => {
  const read = () =>
    readParameters('status=sold&name=%25', (once) => [once('status', readStatus), once('name', decodeURIComponent)]);
  expect(read).toThrow(URIError);
});
