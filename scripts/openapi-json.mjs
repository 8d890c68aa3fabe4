// Writes what is made from openapi.yaml: openapi.json beside it, and docs.html of the pages, which /docs shows without
// JavaScript. The build and the configuration of Jest run this script, so the service needs no parser for YAML and none
// for Markdown.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { marked } from 'marked';
import { parse } from 'yaml';

const http = new URL('../src/adapters/inbound/http/', import.meta.url);
// Numbers would round the bounds of int64.
const content = parse(readFileSync(new URL('api/openapi/openapi.yaml', http), 'utf8'), { intAsBigInt: true });

const json = JSON.stringify(content, (_, value) => (typeof value === 'bigint' ? JSON.rawJSON(value) : value));
write('api/openapi/openapi.json', json);
write('pages/docs.html', marked.parse(rulesWithOperations()));

/** An unchanged file is not written again, because another test run may be reading it. */
function write(path, text) {
  const target = new URL(path, http);
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
}

/** Returns the description of the document, as Markdown, with a table of the operations before its rules. */
function rulesWithOperations() {
  const [introduction, ...rules] = content.info.description.split(/^(?=## )/m);
  const rows = Object.entries(content.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => [`\`${method.toUpperCase()} ${path}\``, ...cellsOf(operation)]),
  );
  const table = [['operation', 'what it does', 'takes', 'statuses'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
  return `${introduction}## Operations\n\n${table}\n${rules.join('')}`;
}

function cellsOf({ description, parameters = [], requestBody, responses }) {
  const names = parameters.map(resolved).map(({ name, in: place }) => `\`${name}\` (${place})`);
  const taken = [...names, ...(requestBody === undefined ? [] : ['an animal as JSON (body)'])];
  const statuses = Object.keys(responses).filter((status) => status !== 'default');
  // A line break would end the table, and a bar the cell.
  const text = description
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
  return [text, taken.join(', '), statuses.join(', ')];
}

function resolved(part) {
  const [, ...names] = (part.$ref ?? '#').split('/');
  return part.$ref === undefined ? part : names.reduce((whole, name) => whole[name], content);
}
