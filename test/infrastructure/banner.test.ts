import { describe, expect, it } from '@jest/globals';
import { banner } from '../../src/infrastructure/banner.js';
import { readConfig } from '../../src/infrastructure/config.js';

const URL = 'http://127.0.0.1:8080';
const KEY = `as_${'x'.repeat(36)}`;

describe('The banner', () => {
  it('names the API, the pages, the store, the key and the way to a password', () => {
    const text = banner(readConfig({ DATABASE_URL: 'sqlite:/data/a.sqlite' }), URL, KEY, 'npx animal-store');
    for (const part of [`${URL}/v1/pets`, `${URL}/account`, `${URL}/docs`, 'SQLite, /data/a.sqlite', KEY]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('npx animal-store accounts password owner@localhost');
    expect(text.match(/^ {2}curl -w '\\n' /gm)).toHaveLength(2);
  });

  it('says nothing of a key at later starts', () => {
    const text = banner(readConfig({}), URL, undefined, 'npx animal-store');
    expect(text).toContain(`${URL}/docs`);
    expect(text).not.toMatch(/key for it|curl|password/);
  });

  it('shows no password of the store, and names pages where people reach them', () => {
    const config = readConfig({
      DATABASE_URL: 'mysql://keeper:hunter2@db/animals',
      PUBLIC_BASE_URL: 'https://animals.example/store/v1',
    });
    const text = banner(config, URL, undefined, 'npx animal-store');
    expect(text).toContain('MySQL, db:3306/animals');
    expect(text).toContain('https://animals.example/store/account');
    expect(text).not.toContain('hunter2');
  });

  it('names what works in the container: its own command, and no sign-up, which is closed there', () => {
    const text = banner(readConfig({ HOST: '0.0.0.0' }), URL, KEY, 'animal-store');
    expect(text).toContain('\n  animal-store accounts password owner@localhost');
    expect(text).not.toMatch(/sign up|npx/);
    expect(banner(readConfig({ HOST: '0.0.0.0', SIGN_UP: 'open' }), URL, KEY, 'animal-store')).toContain('sign up');
  });

  it('does not send people on memory to a command that cannot reach it', () => {
    expect(banner(readConfig({ DATABASE_URL: 'memory:' }), URL, KEY, 'npx animal-store')).not.toContain(
      'accounts password',
    );
  });
});
