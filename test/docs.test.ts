import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { STORAGES } from '../src/adapters/outbound/storages.js';
import { VARIABLES } from './support/config.js';
import { testProgram } from './support/program.js';

const root = resolve(import.meta.dirname, '..');

const documents = ['', 'docs', 'docs/adr', 'docs/operations', 'clients/typescript']
  .map((folder) => join(root, folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => relative(root, join(folder, name))),
  );

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** GitHub's name for the place of a heading. */
function anchors(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linkFaults(document: string): string[] {
  const targets = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      return !existsSync(join(root, file)) || (anchor !== undefined && !anchors(file).includes(anchor));
    })
    .map((target) => `${document}: ${target}`);
}

const program = testProgram();

/** What is wrong with a command line as a document shows it, such as `keys list --account EMAIL`. */
function commandFault(text: string): string | undefined {
  let command: Command = program;
  const words = text.split(/\s+/);
  while (command.commands.length > 0) {
    const word = words.shift() ?? '';
    const found = command.commands.find((each) => each.name() === word);
    if (found === undefined) return `no command ${word}`;
    command = found;
  }
  const options = ['--help', '--json', ...command.options.map(({ long }) => long)];
  const unknown = [...words.join(' ').matchAll(/--[a-z-]+/g)].find(([option]) => !options.includes(option));
  return unknown && `no option ${unknown[0]}`;
}

/** Command lines in code: after `animal-store`, up to the end of the code, the line or the substitution. */
function commandLines(document: string): string[] {
  const code = [...read(document).matchAll(/```\w*\n(.*?)```|`([^`\n]+)`/gs)].map(
    ([, block, span]) => block ?? span ?? '',
  );
  return code
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => [...line.matchAll(/(?:^|[\s(])animal-store ((?!animal-store)[a-z][^)#&|]*)/g)])
    .map(([, command = '']) => command.trim());
}

describe('the documentation', () => {
  it('has a row for every variable of the configuration', () => {
    const rows = read('docs/configuration.md').split('\n');
    expect(VARIABLES.filter((name) => !rows.some((row) => row.startsWith(`| \`${name}\` `)))).toEqual([]);
  });

  it.each(['.env.example', 'docs/configuration.md'])('shows the URL of every storage in %s', (document) => {
    const text = read(document);
    expect(STORAGES.map(({ urlForm }) => urlForm).filter((form) => !text.includes(form))).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    expect(documents).toContain('docs/clients.md');
    expect(documents.flatMap(linkFaults)).toEqual([]);
  });

  it('shows only commands and options that exist', () => {
    const shown = documents.flatMap((document) => commandLines(document).map((line) => ({ document, line })));
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter(({ line }) => commandFault(line) !== undefined)).toEqual([]);
  });

  it('covers every command', () => {
    const names = program.commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((each) => `${command.name()} ${each.name()}`),
    );
    const documented = commandLines('docs/cli.md');
    expect(names.filter((name) => !documented.some((line) => line.startsWith(name)))).toEqual([]);
  });
});
