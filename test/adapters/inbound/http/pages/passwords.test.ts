import { expect, it } from '@jest/globals';
import { routesOfPages } from './page-routes.js';
import { startTestServer } from '../../../../support/server.js';
import type { Page } from '../../../../support/page.js';
import { accountHolder, PASSWORD, Visitor } from '../../../../support/visitor.js';

const server = await startTestServer({ trustProxy: 1 });
const reader = await accountHolder(server, 'reader@example.com');
const forms: string[] = [];
for (const path of routesOfPages(server, 'as_00000000').pages) {
  for (const visitor of [new Visitor(server), reader]) {
    if ((await visitor.get(path)).find('input[type=password]') !== undefined) forms.push(path);
  }
}

/** Every field with a password of some form, with texts that are markup, too short, empty, and right. */
const TYPED = [
  { 'current-password': 'a wrong <b>password', password: 'zx<"q' },
  { 'current-password': '', password: PASSWORD },
  { 'current-password': PASSWORD, password: 'violet lamps of copper' },
];

function expectNone({ html, headers }: Page, passwords: readonly string[]): void {
  const text = [html, ...[...headers].flat()].join('\n');
  const escaped = (each: string) => each.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  for (const password of passwords.filter((each) => each !== ''))
    for (const form of [password, escaped(password), encodeURIComponent(password), password.replaceAll(' ', '+')])
      expect(text).not.toContain(form);
}

it.each(forms)('No response repeats a password that was sent with the form at %s', async (path) => {
  const email = `holder${path.replaceAll(/\W/g, '')}@example.com`;
  for (const visitor of [new Visitor(server), await accountHolder(server, email)]) {
    for (const typed of TYPED) {
      const response = await visitor.send(path, { email, ...typed });
      expectNone(response, Object.values(typed));
      if (response.location !== null) expectNone(await visitor.get(response.location), Object.values(typed));
    }
  }
});
