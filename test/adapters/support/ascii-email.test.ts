import { expect, it } from '@jest/globals';
import { asciiEmail } from '../../../src/adapters/support/ascii-email.js';

it.each([
  ['ida@exämple.com', 'ida@xn--exmple-cua.com'],
  [' Ida@EXÄMPLE.com ', 'Ida@xn--exmple-cua.com'],
  ['ida@exa\u0308mple.com', 'ida@xn--exmple-cua.com'],
  ['ida@例え。テスト', 'ida@xn--r8jz45g.xn--zckzah'],
  ['ida@straße.de', 'ida@xn--strae-oqa.de'],
  ['ida@xn--exmple-cua.com', 'ida@xn--exmple-cua.com'],
  ['ida@1.2', 'ida@1.2'],
  ['ïda@example.com', 'ïda@example.com'],
  ['ida@exämple.com/path', 'ida@exämple.com/path'],
  ['ida@exämple.com:25', 'ida@exämple.com:25'],
  ['ida@x@exämple.com', 'ida@x@exämple.com'],
  ['ida@xn--ä.com', 'ida@'],
])('The email %s is %s', (typed, ascii) => {
  expect(asciiEmail(typed)).toBe(ascii);
});
