import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { OpenConnections } from '../../../../src/adapters/outbound/typeorm/open-connections.js';

/** Three connections, opened in this order. */
function threeOpen() {
  const [first, second, third] = [new EventEmitter(), new EventEmitter(), new EventEmitter()] as const;
  const closed: EventEmitter[] = [];
  const open = new OpenConnections<EventEmitter>((connection) => void closed.push(connection));
  for (const connection of [first, second, third]) open.add(connection);
  return { open, closed, first, second, third };
}

it('closes one connection alone by default', () => {
  const { open, closed, first, second, third } = threeOpen();
  open.release(first);
  open.discard(second);
  open.release(third);
  expect(closed).toEqual([second]);
});

it('closes an older connection at once where no call uses it, else as soon as its call releases it', () => {
  const { open, closed, first, second, third } = threeOpen();
  open.release(first);
  open.discard(third, true);
  expect(closed).toEqual([first, third]);
  open.release(second);
  expect(closed).toEqual([first, third, second]);
});

it('keeps the connections that were opened later', () => {
  const { open, closed, first, second, third } = threeOpen();
  open.release(third);
  open.discard(first, true);
  open.release(second);
  expect(closed).toEqual([first]);
});

it('closes a connection no second time', () => {
  const { open, closed, first, second } = threeOpen();
  first.emit('end');
  open.release(second);
  open.discard(second, true);
  expect(closed).toEqual([second]);
});
