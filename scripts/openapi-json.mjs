// Writes openapi.json beside openapi.yaml, which it is made from. The build and the configuration of Jest run this script,
// so the service needs no parser for YAML.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const source = new URL('../src/adapters/inbound/http/api/openapi/openapi.yaml', import.meta.url);
const target = new URL('openapi.json', source);

// Numbers would round the bounds of int64.
const content = parse(readFileSync(source, 'utf8'), { intAsBigInt: true });
const json = JSON.stringify(content, (_, value) => (typeof value === 'bigint' ? JSON.rawJSON(value) : value));
// An unchanged file is not written again, because another test run may be reading it.
if (!existsSync(target) || readFileSync(target, 'utf8') !== json) writeFileSync(target, json);
