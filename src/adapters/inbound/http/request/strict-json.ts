import { parse, type ValueNode } from '@humanwhocodes/momoa';
import { HttpError } from '../api/errors.js';

/** A number as it was written, so that no digit is lost. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

export type JsonValue = string | JsonNumber | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;

/** Brackets within brackets that a body may have; an animal has one. */
const MAX_DEPTH = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON object (RFC 8259) more strictly than most: no duplicate member names (section 4), no unpaired
 * surrogates, no byte order mark, UTF-8 only, and numbers as they were written.
 * @throws HttpError `malformed_json`
 */
export function parseStrictJson(bytes: Uint8Array): JsonObject {
  const text = decode(bytes);
  try {
    JSON.parse(text); // decides about the syntax: the parser below lets raw control characters in strings pass
  } catch {
    throw malformed('The body is not JSON; send one JSON object.');
  }
  const flat = flatObject(text);
  if (flat !== undefined) return flat;
  if (depthOf(text) > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`);
  const value = valueOf(parse(text, { ranges: true }).body, text);
  if (!(value instanceof Map)) throw malformed('The body must be one JSON object.');
  return value;
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

// A member of a valid JSON text whose name and value need no decoding: no escape, no bracket.
const PLAIN_MEMBER = /\s*"([^"\\]*)"\s*:\s*(?:"([^"\\]*)"|(-?\d[\d.eE+-]*)|(true|false|null))\s*([,}])/y;

/**
 * Reads the members of a valid JSON text that is an object without escapes and brackets, as nearly every animal is;
 * `undefined` for every other text, and where a name is repeated: the parser has words for it.
 */
function flatObject(text: string): JsonObject | undefined {
  const start = text.indexOf('{') + 1;
  if (start === 0 || text.slice(0, start - 1).trim() !== '') return undefined;
  const object = new Map<string, JsonValue>();
  PLAIN_MEMBER.lastIndex = start;
  for (;;) {
    const [, name, string, number, literal, end] = PLAIN_MEMBER.exec(text) ?? [];
    if (name === undefined || object.has(name)) return undefined;
    object.set(name, plainValue(string, number, literal));
    if (end === '}') return object;
  }
}

/** The value that one of the three was captured of. */
function plainValue(string: string | undefined, number: string | undefined, literal: string | undefined): JsonValue {
  if (string !== undefined) return string;
  if (number !== undefined) return new JsonNumber(number);
  return literal === 'null' ? null : literal === 'true';
}

/** How deep the brackets of a valid JSON text go. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function valueOf(node: ValueNode, text: string): JsonValue {
  switch (node.type) {
    case 'Object': {
      const object = new Map<string, JsonValue>();
      for (const { name, value } of node.members) {
        const key = wellFormed(name.type === 'String' ? name.value : name.name);
        if (object.has(key)) throw malformed(`The member ${JSON.stringify(key)} appears more than once.`);
        object.set(key, valueOf(value, text));
      }
      return object;
    }
    case 'Array':
      return node.elements.map(({ value }) => valueOf(value, text));
    case 'String':
      return wellFormed(node.value);
    case 'Boolean':
      return node.value;
    case 'Null':
      return null;
    default:
      return new JsonNumber(text.slice(...(node.range ?? [])));
  }
}

function wellFormed(string: string): string {
  if (!string.isWellFormed()) throw malformed(`The string ${JSON.stringify(string)} has an unpaired surrogate.`);
  return string;
}

function malformed(message: string): HttpError {
  return new HttpError('malformed_json', message);
}
