import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { STORAGES } from '../src/adapters/outbound/storages.js';
import { VARIABLES } from './support/config.js';

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
});
