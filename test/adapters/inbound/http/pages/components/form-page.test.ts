import { expect, it } from '@jest/globals';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { FormPage, type Fields } from '../../../../../../src/adapters/inbound/http/pages/components/form-page.js';

const FIELDS = {
  name: { type: 'text', label: 'Name' },
  nickname: { type: 'text', label: 'Nickname', isOptional: true },
} as const satisfies Fields;

function render(values: Record<string, string>): string {
  const page = { email: undefined, accountId: undefined, notice: undefined, path: '/x', formAddress: undefined };
  const form = { action: '/x', fields: FIELDS, values, violations: [] };
  const props = { page: { ...page, now: new Date(), url: (path: string) => path }, form };
  return renderToString(h(FormPage, { ...props, title: 'Title', submit: 'Send' }));
}

it('A field may stay empty if it is optional, and says so in its label; every other one is required', () => {
  const html = render({ nickname: 'Rex' });
  const inputs = [...html.matchAll(/<input id="(\w+)"[^>]*>/g)].map(([input, name]) => [
    name,
    input.includes(' required'),
  ]);
  expect(inputs).toEqual([
    ['name', true],
    ['nickname', false],
  ]);
  const labels = [...html.matchAll(/<label for="(\w+)">(.*?)<\/label>/g)];
  expect(labels.map(([, name, text = '']) => [name, text.includes('optional')])).toEqual([
    ['name', false],
    ['nickname', true],
  ]);
  expect(html).toContain('value="Rex"');
});
