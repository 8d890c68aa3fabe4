import { describe, expect, it } from '@jest/globals';
import { banner } from '../../src/infrastructure/banner.js';
import { readConfig } from '../../src/infrastructure/config.js';

const URL = 'http://127.0.0.1:8080';
const KEY = `as_${'x'.repeat(36)}`;

function textOf(environment: NodeJS.ProcessEnv, key?: string, command = 'npx animal-store'): string {
  return banner(readConfig(environment), URL, key, command);
}

describe('The banner', () => {
  it('shows at later starts how to create a key, and first an account where no start creates one', () => {
    const text = textOf({});
    expect(text).toContain('\n  npx animal-store keys create --account owner@localhost\n');
    expect(text).not.toMatch(/key for it|curl|password|accounts create/);
    const server = textOf({ DATABASE_URL: 'mysql://keeper:secret@db/animals' });
    expect(
      server.match(/^ {2}npx animal-store (?:accounts create|keys create --account) you@example\.com$/gm),
    ).toHaveLength(2);
  });

  it('names the public addresses of the API and the pages, also in the commands to paste', () => {
    const text = textOf({ PUBLIC_BASE_URL: 'https://animals.example/store/v1' }, KEY);
    expect(text).toContain(' https://animals.example/store/account ');
    expect(text.match(/ https:\/\/animals\.example\/store\/v1\/pets$/gm)).toHaveLength(3);
    expect(text).not.toContain(URL);
  });

  it('names what works in the container: its own command, but not the sign-up, which is closed there', () => {
    const text = textOf({ HOST: '0.0.0.0' }, KEY, 'animal-store');
    expect(text).toContain('\n  animal-store accounts password owner@localhost');
    expect(text).not.toMatch(/sign up|npx/);
    expect(textOf({ HOST: '0.0.0.0', SIGN_UP: 'open' }, KEY)).toContain('sign up');
  });

  it('names no command for a store in memory, which a command cannot reach', () => {
    expect(textOf({ DATABASE_URL: 'memory:' }, KEY)).not.toContain('accounts password');
  });
});
