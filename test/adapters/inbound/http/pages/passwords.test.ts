import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { routesOfPages } from './page-routes.js';
import { startTestServer } from '../../../../support/server.js';
import type { Page } from '../../../../support/page.js';
import { accountHolder, PASSWORD, Visitor } from '../../../../support/visitor.js';

const server = await startTestServer({ trustProxy: 1 });
const { forms } = routesOfPages(server, 'as_00000000');

/** Every field with a password of some form, with texts that are right, wrong, too short and markup. */
const TYPED = [
  { 'current-password': PASSWORD, password: 'violet lamps of copper' },
  { 'current-password': 'a wrong <b>password', password: 'zx<"q' },
  { 'current-password': '', password: PASSWORD },
];

function expectNone({ html, headers }: Page, passwords: readonly string[]): void {
  const text = [html, ...[...headers].flat()].join('\n');
  const escaped = (each: string) => each.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  for (const password of passwords.filter((each) => each !== ''))
    for (const form of [password, escaped(password), encodeURIComponent(password), password.replaceAll(' ', '+')])
      expect(text).not.toContain(form);
}

it.each(forms)('No response repeats a password that was sent with the form at %s', async (path) => {
  for (const [at, typed] of TYPED.entries()) {
    const email = `holder${at}${path.replaceAll(/\W/g, '')}@example.com`;
    const holder = await accountHolder(server, email);
    const fields = { email, name: 'x', expiry: 'never', number: '1', categoryId: '1', status: 'sold', ...typed };
    for (const visitor of [new Visitor(server), holder]) {
      for (const account of ['1', '']) {
        const response = await visitor.send(path, { ...fields, once: randomUUID(), account });
        expectNone(response, Object.values(typed));
        if (response.location !== null) expectNone(await visitor.get(response.location), Object.values(typed));
      }
    }
  }
});
