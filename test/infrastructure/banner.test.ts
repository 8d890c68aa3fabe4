import { describe, expect, it } from '@jest/globals';
import { banner } from '../../src/infrastructure/banner.js';
import { readConfig } from '../../src/infrastructure/config.js';

const URL = 'http://127.0.0.1:8080';
const KEY = `as_${'x'.repeat(36)}`;

function textOf(environment: NodeJS.ProcessEnv, key?: string, command = 'npx animal-store'): string {
  return banner(readConfig(environment), URL, key, command);
}

describe('The banner', () => {
  it('names the API, the pages, the store, the key and the way to a password', () => {
    const { name, location } = readConfig({}).storage;
    const text = textOf({}, KEY);
    for (const part of [`${URL}/v1/pets`, `${URL}/account`, `${URL}/docs`, `${name}, ${location}`, KEY]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('npx animal-store accounts password owner@localhost');
    expect(text.match(/^ {2}curl -w '\\n' /gm)).toHaveLength(2);
  });

  it('does not mention a key at later starts', () => {
    expect(textOf({})).toMatch(/docs/);
    expect(textOf({})).not.toMatch(/key for it|curl|password/);
  });

  it('names the API and the pages where people reach them, in the lines to paste too', () => {
    const text = textOf({ PUBLIC_BASE_URL: 'https://animals.example/store/v1' }, KEY);
    expect(text).toContain(' https://animals.example/store/account ');
    expect(text.match(/ https:\/\/animals\.example\/store\/v1\/pets$/gm)).toHaveLength(3);
    expect(text).not.toContain(URL);
  });

  it('names what works in the container: its own command, and no sign-up, which is closed there', () => {
    const text = textOf({ HOST: '0.0.0.0' }, KEY, 'animal-store');
    expect(text).toContain('\n  animal-store accounts password owner@localhost');
    expect(text).not.toMatch(/sign up|npx/);
    expect(textOf({ HOST: '0.0.0.0', SIGN_UP: 'open' }, KEY)).toContain('sign up');
  });

  it('does not send people on memory to a command that cannot reach it', () => {
    expect(textOf({ DATABASE_URL: 'memory:' }, KEY)).not.toContain('accounts password');
  });
});
