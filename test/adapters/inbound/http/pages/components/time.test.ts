import { describe, expect, it } from '@jest/globals';
import { relativeTime } from '../../../../../../src/adapters/inbound/http/pages/components/time.js';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('A relative time', () => {
  it.each([
    ['2026-11-21T11:59:01Z', 'just now'],
    ['2026-11-21T12:00:59Z', 'soon'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-28T11:59:59Z', 'in 7 days'],
    ['2024-11-21T12:00:00Z', '730 days ago'],
  ])('of %s is %s', (date, text) => {
    expect(relativeTime(new Date(date), NOW)).toBe(text);
  });
});
