import type { Column, Migration } from './tables.js';

/*
 * Instants are milliseconds since 1970 in UTC. There are no foreign keys for three reasons: an account may be deleted
 * while what it made stays, an insert of an animal should look up nothing, and engines that distribute tables over
 * machines do without.
 */

const INTEGER: Column = { type: 'integer' };
const OPTIONAL: Column = { type: 'integer', nullable: true };
const HASH: Column = { type: 'code', min: 64, max: 64 };

/** The migrations, oldest first. A new one is added at the end; a released one never changes (CONTRIBUTING.md). */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'InitialSchema1795132800000',
    tables: [
      {
        name: 'accounts',
        columns: { id: { type: 'id' }, email: { type: 'text', min: 1, max: 254, unique: true }, created_at: INTEGER },
      },
      {
        name: 'api_keys',
        columns: {
          prefix: { type: 'code', min: 1, max: 11 },
          hash: { ...HASH, unique: true },
          account_id: INTEGER,
          name: { type: 'text', min: 1, max: 100 },
          created_at: INTEGER,
          expires_at: OPTIONAL,
          last_used_at: OPTIONAL,
          revoked_at: OPTIONAL,
        },
        indexes: { api_keys_account_id: ['account_id'] },
      },
      {
        name: 'pets',
        columns: {
          id: { type: 'id' },
          name: { type: 'text', min: 1, max: 255 },
          category_id: INTEGER,
          status: { type: 'code', max: 9, values: ['available', 'pending', 'sold'] },
        },
        indexes: { pets_status_id: ['status', 'id'] },
      },
      {
        // Each row contains the animal as it was added.
        name: 'idempotency_keys',
        columns: {
          pet_id: INTEGER,
          name: { type: 'code', max: 256 },
          category_id: INTEGER,
          status: { type: 'code', max: 9 },
          account_id: INTEGER,
          idempotency_key: { type: 'bytes', min: 1, max: 255 },
          first_used_at: INTEGER,
        },
        unique: { idempotency_keys_account_key: ['account_id', 'idempotency_key'] },
        indexes: { idempotency_keys_first_used_at: ['first_used_at'] },
      },
    ],
  },
  {
    name: 'AccountHolders1796083200000',
    tables: [
      {
        name: 'sessions',
        columns: { hash: HASH, account_id: INTEGER, created_at: INTEGER, last_seen_at: INTEGER },
        indexes: {
          sessions_account_id: ['account_id'],
          sessions_created_at: ['created_at'],
          sessions_last_seen_at: ['last_seen_at'],
        },
      },
      {
        // Engines that several replicas use count attempts in this table. rate-limiter-flexible chose the names and the
        // order of the columns, and inserts without naming them.
        name: 'tries',
        optional: true,
        columns: {
          key: { type: 'code', max: 64 },
          points: { type: 'small', default: 0 },
          expire: { type: 'integer', unsigned: true, nullable: true },
        },
        indexes: { tries_expire: ['expire'] },
      },
    ],
    columns: { accounts: { password_hash: { type: 'code', max: 255, nullable: true } } },
  },
  {
    name: 'SessionDetails1796688000000',
    columns: {
      sessions: {
        address: { type: 'code', max: 45, nullable: true },
        browser: { type: 'code', max: 40, nullable: true },
      },
    },
    // The new index serves the pages of an account's keys, and finds all its keys as the previous index did.
    indexes: {
      api_keys: {
        add: { api_keys_account_created: ['account_id', 'created_at', 'prefix'] },
        drop: ['api_keys_account_id'],
      },
    },
  },
  {
    // By the first index, the page of active keys reads no revoked ones. By the other two, the purge reads only keys
    // that have ended.
    name: 'EndedApiKeys1797379200000',
    indexes: {
      api_keys: {
        add: {
          api_keys_account_active: ['account_id', 'revoked_at', 'created_at', 'prefix'],
          api_keys_revoked_at: ['revoked_at'],
          api_keys_expires_at: ['expires_at'],
        },
      },
    },
  },
  {
    name: 'AddOrder1797465600000',
    tables: [
      {
        // An addition locks the one row until it is committed, on engines that need this to make rows visible in the
        // order of their ids. A replica of the previous version adds out of order.
        name: 'add_order',
        optional: true,
        columns: { id: { type: 'small' } },
        rows: [[1]],
      },
    ],
  },
];
