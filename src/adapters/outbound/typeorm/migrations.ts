import { tablesAfter, type Column, type Migration } from './tables.js';

/*
 * Instants are milliseconds since 1970, UTC. There are no foreign keys: an account may go while what it made stays, an
 * animal's insert should look up nothing, and engines that spread tables over machines do without.
 */

const INTEGER: Column = { type: 'integer' };
const OPTIONAL: Column = { type: 'integer', nullable: true };
const HASH: Column = { type: 'code', min: 64, max: 64 };

/** Oldest first. A new one is added at the end; a released one never changes. */
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
        // With the animal as it was added.
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
    // For the pages of an account's keys; also finds them, as the one before.
    indexes: {
      api_keys: {
        add: { api_keys_account_created: ['account_id', 'created_at', 'prefix'] },
        drop: ['api_keys_account_id'],
      },
    },
  },
  {
    // For the page of active keys, which reads no revoked ones, and for the purge, which reads no others.
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
  // Empty but for an engine that needs more to add animals in order: see its `further`. Every store has the same migrations.
  { name: 'AddOrder1797465600000' },
];

/** As all migrations leave them. */
export const TABLES = tablesAfter(MIGRATIONS);
