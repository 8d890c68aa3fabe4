import type { Storage } from '../../src/adapters/outbound/storage.js';
import { CAT, use } from './examples.js';

/** The account that owns half of all sessions and API keys in a large store, nearly all of the keys revoked. */
export const REVOKER = 15_000n;

export const LATER = new Date('2100-01-01T00:00:00Z');
const LONG_AGO = new Date('2000-01-01T00:00:00Z');
const UNKNOWN = 'f'.repeat(64);

type Ports = Omit<Storage, 'health' | 'schema' | 'connect' | 'close' | 'transfer' | 'connections' | 'diagnose'>;

/** Methods that insert a row or note a use, and the lists of animals. */
interface Left {
  readonly pets: 'add' | 'list' | 'listNewest';
  readonly accounts: 'add';
  readonly apiKeys: 'recordUse';
  readonly sessions: 'add' | 'recordUse';
  readonly attempts: never;
}

export type Call<Port> = (port: Port) => Promise<unknown>;

const NO_ID = 2n ** 60n;
const NO_KEY = 'as_ffffffff';
/** Nearly all keys of REVOKER come before this position, from the newest on. */
const DEEP_POSITION = { createdAt: new Date(10_010), prefix: 'as_00010010' };
const LIMIT_OF_ATTEMPTS = { attempts: 1, periodMs: 60_000 };

/**
 * Calls of every other method. They change nothing, so that each can be repeated. A look-up of one row looks for a row
 * that does not exist, because a scan would end at the first match.
 */
const CALLS: { [Name in keyof Ports]: Record<Exclude<keyof Ports[Name], Left[Name]>, Call<Ports[Name]>[]> } = {
  pets: {
    find: [(pets) => pets.find(7n), (pets) => Promise.all([3n, 7n, NO_ID].map((id) => pets.find(id)))],
    addOnce: [(pets) => pets.addOnce(CAT, use('key 1'))],
    changeStatus: [(pets) => pets.changeStatus(NO_ID, 'available', 'sold')],
    purgeIdempotencyKeys: [(pets) => pets.purgeIdempotencyKeys(LONG_AGO)],
  },
  accounts: {
    list: [(accounts) => accounts.list(3), (accounts) => accounts.list(3, 15_000n)],
    find: [(accounts) => accounts.find(7n)],
    findByEmail: [(accounts) => accounts.findByEmail('unknown@example.com')],
    findPasswordHash: [(accounts) => accounts.findPasswordHash(7n)],
    setPasswordHash: [(accounts) => accounts.setPasswordHash(NO_ID, 'hash')],
    remove: [(accounts) => accounts.remove(NO_ID)],
  },
  apiKeys: {
    findForRequest: [(keys) => keys.findForRequest(NO_KEY)],
    find: [(keys) => keys.find(NO_KEY)],
    list: [(keys) => keys.list(3), (keys) => keys.list(3, DEEP_POSITION.prefix)],
    listNewestOf: [
      (keys) => keys.listNewestOf(7n, 3),
      (keys) => keys.listNewestOf(7n, 3, { createdAt: new Date(75), prefix: 'as_00000075' }),
      (keys) => keys.listNewestOf(REVOKER, 3),
      (keys) => keys.listNewestOf(REVOKER, 3, DEEP_POSITION),
      (keys) => keys.listNewestOf(REVOKER, 3, undefined, new Date()),
      (keys) => keys.listNewestOf(REVOKER, 3, DEEP_POSITION, new Date()),
    ],
    change: [7n, REVOKER].map((accountId) => (keys) => keys.change(accountId, () => [])),
    purge: [(keys) => keys.purge(LONG_AGO)],
  },
  sessions: {
    find: [(sessions) => sessions.find(UNKNOWN)],
    list: [7n, REVOKER].map((accountId) => (sessions) => sessions.list(accountId, 5)),
    remove: [(sessions) => sessions.remove(UNKNOWN)],
    removeOf: [(sessions) => sessions.removeOf(NO_ID)],
    purge: [(sessions) => sessions.purge(LONG_AGO, LONG_AGO)],
  },
  attempts: {
    count: [(attempts) => attempts.count(UNKNOWN, LIMIT_OF_ATTEMPTS)],
    refund: [(attempts) => attempts.refund(UNKNOWN)],
    purgeExpired: [(attempts) => attempts.purgeExpired()],
  },
};

/** Returns the calls of one port, each with its name. */
function callsOf<Name extends keyof Ports>(
  name: Name,
  methods: Readonly<Record<string, Call<Ports[Name]>[]>>,
): [string, Call<Ports>][] {
  return Object.entries(methods).flatMap(([method, calls]) =>
    calls.map((call, at): [string, Call<Ports>] => [`${name}.${method}, ${at}`, (ports) => call(ports[name])]),
  );
}

/** Each of the calls, with its name. */
export const REPOSITORY_CALLS: readonly [string, Call<Ports>][] = [
  ...callsOf('pets', CALLS.pets),
  ...callsOf('accounts', CALLS.accounts),
  ...callsOf('apiKeys', CALLS.apiKeys),
  ...callsOf('sessions', CALLS.sessions),
  ...callsOf('attempts', CALLS.attempts),
];
