import { afterAll } from '@jest/globals';

const ends: (() => void)[] = [];

/** Calls this after the test file. What was begun last ends first: a process ends before its folder is removed. */
export function atEnd(end: () => void): void {
  ends.push(end);
}

/** Ends everything. It runs after every test file, or earlier if that matters. */
export function cleanUp(): void {
  for (const end of ends.splice(0).reverse()) end();
}
afterAll(cleanUp);
