import { InitialSchema1795132800000 } from './1795132800000-initial-schema.js';
import { AccountHolders1796083200000 } from './1796083200000-account-holders.js';
import { SessionDetails1796688000000 } from './1796688000000-session-details.js';
import { EndedApiKeys1797379200000 } from './1797379200000-ended-api-keys.js';
import { AddOrder1797465600000 } from './1797465600000-add-order.js';

/** Oldest first. A new one is added at the end; a released one never changes. */
export const MIGRATIONS = [
  InitialSchema1795132800000,
  AccountHolders1796083200000,
  SessionDetails1796688000000,
  EndedApiKeys1797379200000,
  AddOrder1797465600000,
];
