import { expect, it } from '@jest/globals';
import { returnAddress } from '../../../../../../src/adapters/inbound/http/pages/support/addresses.js';

const leadsTo = (to: string) => returnAddress(new URLSearchParams({ to }).toString());

it.each(['/animals', '/animals/new', '/animals?status=sold&before=7', '/account/keys/as_0Az/replace'])(
  'The sign-in leads back to %s',
  (to) => {
    expect(leadsTo(to)).toBe(to);
  },
);

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  ' /animals',
  '/animals@evil.example',
  '/animals//evil.example',
  '/animals?x\r\nSet-Cookie: session=evil',
  '/account/../v1',
  '/docs',
])('The sign-in leads to no other address: %j', (to) => {
  expect(leadsTo(to)).toBe('/animals');
});
