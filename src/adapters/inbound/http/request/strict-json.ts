import { HttpError } from '../errors.js';
import { listNames } from './violations.js';

/** A number as it was written, so that no digit is lost. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/**
 * Stands for an array or an object inside the body, which is checked but not built because no member of an animal is
 * one.
 */
export const NESTED = Symbol('an array or an object');

export type JsonValue = string | JsonNumber | boolean | null | typeof NESTED;
export type JsonObject = ReadonlyMap<string, JsonValue>;

/** The deepest nesting of arrays and objects, including the body itself. */
const MAX_DEPTH = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON object (RFC 8259) in linear time.
 * @throws HttpError `malformed_json` for a text that is not JSON, for a byte order mark, for duplicate member names
 * (section 4), and for unpaired surrogates; the message names each duplicate or unpaired member at any depth
 */
export function parseStrictJson(bytes: Uint8Array): JsonObject {
  return new Reader(decode(bytes)).read();
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw malformed('The body is empty; send one JSON object.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
  if (text.startsWith('\uFEFF')) throw malformed('The body starts with a byte order mark; send it without.');
  return text;
}

// The code units of the characters that have a meaning in JSON.
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Reads the text by recursive descent, whose depth MAX_DEPTH bounds. */
class Reader {
  private at = 0;
  private depth = 0;
  private readonly scalars = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  private readonly duplicates = new Set<string>();
  private readonly unpaired = new Set<string>();

  constructor(private readonly text: string) {}

  read(): JsonObject {
    const { duplicates, unpaired } = this;
    const members = new Map<string, JsonValue>();
    const isObject = this.next() === OPEN_OBJECT;
    if (isObject) this.object(members);
    else this.value('');
    if (!Number.isNaN(this.next())) throw notJson();
    if (!isObject) throw malformed('The body must be one JSON object.');
    const violations = [
      ...(duplicates.size === 0 ? [] : [`${listNames(duplicates)} must not appear more than once`]),
      ...(unpaired.size === 0 ? [] : [`${listNames(unpaired)} must not contain an unpaired surrogate`]),
    ];
    if (violations.length > 0) throw malformed(`${violations.join('; ')}.`);
    return members;
  }

  /** Returns the code unit of the next character that is not white space, without consuming it; NaN at the end. */
  private next(): number {
    const { text } = this;
    let { at } = this;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) {
        this.at = at;
        return unit;
      }
      at++;
    }
  }

  /** Consumes the next character if it is this one. */
  private skip(unit: number): boolean {
    const found = this.next() === unit;
    if (found) this.at++;
    return found;
  }

  /** @param member the innermost member that the value belongs to, for messages */
  private value(member: string): JsonValue {
    switch (this.next()) {
      case QUOTE:
        return this.string(member);
      case OPEN_ARRAY:
        return this.nested(CLOSE_ARRAY, () => void this.value(member));
      case OPEN_OBJECT:
        return this.object();
      default:
        return this.scalar();
    }
  }

  private scalar(): JsonValue {
    const { text, scalars, at: start } = this;
    scalars.lastIndex = start;
    if (!scalars.test(text)) throw notJson();
    this.at = scalars.lastIndex;
    const word = text.slice(start, this.at);
    if (word === 'null') return null;
    return word === 'true' || word === 'false' ? word === 'true' : new JsonNumber(word);
  }

  private string(member?: string): string {
    const { text, at: start } = this;
    let at = start + 1;
    let hasEscapes = false;
    for (;;) {
      const unit = text.charCodeAt(at++);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) {
        hasEscapes = true;
        at++;
      } else if (!(unit >= 0x20)) throw notJson(); // A control character, or NaN at the end, is not JSON.
    }
    this.at = at;
    if (!hasEscapes) return text.slice(start + 1, at - 1);
    const string = unescape(text.slice(start, at));
    // Only an escape can produce an unpaired surrogate, because the text comes from valid UTF-8.
    if (!string.isWellFormed()) this.unpaired.add(member ?? string);
    return string;
  }

  private object(members?: Map<string, JsonValue>): typeof NESTED {
    let seen = members;
    return this.nested(CLOSE_OBJECT, () => {
      if (this.next() !== QUOTE) throw notJson();
      const name = this.string();
      seen ??= new Map(); // An empty object needs no map.
      if (seen.has(name)) this.duplicates.add(name);
      if (!this.skip(COLON)) throw notJson();
      seen.set(name, this.value(name));
    });
  }

  private nested(close: number, readItem: () => void): typeof NESTED {
    this.at++;
    if (++this.depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`);
    if (!this.skip(close)) {
      do readItem();
      while (this.skip(COMMA));
      if (!this.skip(close)) throw notJson();
    }
    this.depth--;
    return NESTED;
  }
}

function unescape(quoted: string): string {
  try {
    return JSON.parse(quoted) as string; // A JSON text in quotes is always a string.
  } catch {
    throw notJson();
  }
}

function notJson(): HttpError {
  return malformed('The body is not JSON; send one JSON object.');
}

function malformed(message: string): HttpError {
  return new HttpError('malformed_json', message);
}
