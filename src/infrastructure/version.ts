import { readFileSync } from 'node:fs';

/** Of this program, as its manifest says. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
}; // our own file
