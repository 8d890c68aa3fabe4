import { isIP } from 'node:net';
import type { RateLimit } from '../adapters/inbound/http/middleware/rate-limit.js';
import { DURATION_FORM, parseDuration } from '../adapters/support/duration.js';
import { readRegularFile, UnreadableFile } from '../adapters/support/regular-file.js';

/** The error of a value that cannot be used. Its message continues a sentence that begins with variable and value. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

const MAX_QUOTED = 80;

/** Returns a value for a message: bounded, on one line, and without the user, the password and the query of a URL. */
export function quote(text: string): string {
  const safe = text.replace(/[^/]*@/g, '***@').replace(/[?#].*/s, '…');
  return JSON.stringify(safe.length > MAX_QUOTED ? `${safe.slice(0, MAX_QUOTED)}…` : safe);
}

export type Parser<T> = (text: string) => T;

const plainText: Parser<string> = (text) => {
  if (/^\s|\s$|\p{Cc}/u.test(text)) {
    throw new InvalidValue('must not begin or end with white space, or contain a control character');
  }
  return text;
};

/** Parses what a server listens on. An IPv6 address has brackets in a URL only. */
export const listeningAddress: Parser<string> = (text) => {
  if (isIP(plainText(text)) === 0 && /[[\]/:]/.test(text)) {
    throw new InvalidValue('must be a host name or an address, without brackets, a scheme or a port');
  }
  return text;
};

/** Reads the file at a path. @returns its one line without the white space around it */
export const contentOfFile: Parser<string> = (path) => {
  const content = textOf(path).trim();
  if (/[\r\n]/.test(content)) throw new InvalidValue('must name a file with one line');
  return content;
};

function textOf(path: string): string {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new InvalidValue(`must name ${error.message}`);
  }
}

export function wholeNumber(min: number, max: number): Parser<number> {
  return (text) => {
    if (!/^\d+$/.test(text) || Number(text) < min || Number(text) > max) {
      throw new InvalidValue(`must be a whole number from ${min} to ${max}`);
    }
    return Number(text);
  };
}

export function oneOf<T extends string>(choices: readonly T[]): Parser<T> {
  return (text) => {
    const choice = choices.find((each) => each === text);
    if (choice === undefined) throw new InvalidValue(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

export const flag: Parser<boolean> = (text) => oneOf(['true', 'false'])(text) === 'true';

/** The bounds and the result are in milliseconds. */
export function duration(min: number, max: number): Parser<number> {
  return (text) => {
    const milliseconds = parseDuration(text);
    if (milliseconds >= min && milliseconds <= max) return milliseconds;
    throw new InvalidValue(`must be ${DURATION_FORM}, from ${min}ms to ${max / 60_000}m, such as 5s`);
  };
}

export const baseUrl: Parser<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol) || !url.pathname.endsWith('/v1')) {
    throw new InvalidValue('must be an http or https URL that ends with /v1, such as https://animals.example/v1');
  }
  return plainText(text); // A URL ignores white space around it, and line ends within.
};

function listOf(isItem: (text: string) => boolean, message: string): Parser<readonly string[]> {
  return (text) => {
    const items = text.split(',').map((item) => item.trim());
    if (!items.every(isItem)) throw new InvalidValue(message);
    return items;
  };
}

export const hostList = listOf(
  (host) => /^(?:\*|[\w.-]+|\[[\da-f:.]+\])$/i.test(host),
  'must be host names or addresses without a port, separated by commas, or *',
);

/**
 * Whether a browser may send this origin. It writes one in lower case, without a path, a slash or a default port (RFC
 * 6454, section 6.2). Apps and extensions have schemes of their own, whose origins URL does not know.
 */
function isOrigin(text: string): boolean {
  const origin = URL.parse(text)?.origin;
  if (/^https?:/.test(text)) return origin === text;
  return origin === 'null' && /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?$/.test(text);
}

export const originList = listOf(
  (text) => text === '*' || isOrigin(text),
  'must be origins as a browser sends them, such as https://shop.example or capacitor://localhost, without a path or a ' +
    'slash at the end, separated by commas, or *',
);

const DAY = 86_400;

export const rateLimit: Parser<RateLimit> = (text) => {
  const [, requests, period] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/.exec(text) ?? [];
  if (requests === undefined || Number(period) > DAY) {
    throw new InvalidValue(`must be requests and seconds such as 1000/60s, of at most ${DAY}s`);
  }
  return { requests: Number(requests), period: Number(period) };
};
