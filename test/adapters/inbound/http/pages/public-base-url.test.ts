import { expect, it } from '@jest/globals';
import { startTestServer } from '../../../../support/server.js';
import { accountHolder } from '../../../../support/visitor.js';

it.each(['https://animals.example/v1', 'https://example.com/shop/v1'])(
  'the page of a new key shows a command for %s, where the public reaches the service',
  async (publicBaseUrl) => {
    const server = await startTestServer({ publicBaseUrl, cookieSecure: false });
    const jane = await accountHolder(server, 'jane@example.com');
    const answer = await jane.fillIn('/account/keys/new', { name: 'Shop front', expiry: 'never' });
    const page = answer.location === null ? answer : await jane.get(answer.location);
    expect(page.html).toMatch(/as_[0-9A-Za-z]{36}/);
    expect(page.html).toContain(`${publicBaseUrl}/pets`);
    expect(page.html).not.toContain(server.url);
    await server.close();
  },
);
