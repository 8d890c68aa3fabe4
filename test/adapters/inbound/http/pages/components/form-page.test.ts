import { expect, it } from '@jest/globals';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { FormPage, type Fields } from '../../../../../../src/adapters/inbound/http/pages/components/form-page.js';
import { PET_NAME_MAX_LENGTH } from '../../../../../../src/domain/pet.js';

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

it('A text field takes the longest name of an animal, and three full ones stay below 16 KiB, which is refused without a page', () => {
  const lengths = [...render({}).matchAll(/<input [^>]* maxlength="(\d+)"/g)].map(([, length]) => Number(length));
  expect(lengths).toHaveLength(2);
  for (const length of lengths) {
    expect(length).toBeGreaterThanOrEqual('🦊'.repeat(PET_NAME_MAX_LENGTH).length);
    expect(3 * encodeURIComponent('語'.repeat(length)).length).toBeLessThan(15 * 1024);
  }
});
