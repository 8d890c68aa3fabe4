import type { AttemptRepository } from '../../src/domain/ports/repositories.js';
import { openNew, TEST_STORAGES } from './storages.js';
import type { TestStorageKind } from './test-storage.js';

/** An adapter of AttemptRepository as its contract suite runs it. */
interface TestAttemptsKind {
  readonly name: string;
  /** Why the adapter is not available in this run. */
  readonly missing: string | undefined;
  /** Whether all processes count together. Otherwise each counts its own attempts. */
  readonly isShared: boolean;
  /** Opens one without counts. */
  open(): Promise<TestAttempts>;
}

interface TestAttempts {
  readonly attempts: AttemptRepository;
  /** Opens what another process of a shared one has. */
  another(): Promise<AttemptRepository>;
  /** Resolves to the keys that are stored. It is absent if a test cannot see them. */
  readonly keys?: () => Promise<string[]>;
  /** Closes all that is open. */
  close(): Promise<void>;
}

/** Every adapter of AttemptRepository. Each storage has one. */
export const TEST_ATTEMPTS: readonly TestAttemptsKind[] = TEST_STORAGES.map(ofStorage);

function ofStorage(kind: TestStorageKind): TestAttemptsKind {
  const { name, missing, isShared } = kind;
  return {
    name,
    missing,
    isShared,
    async open() {
      const storage = await openNew(kind);
      const { attempts, target } = storage;
      const keys = async () => ((await target.sql?.query('SELECT * FROM tries')) ?? []).map(({ key }) => String(key));
      return {
        attempts,
        another: async () => (await storage.another()).attempts, // The suites of storages close it.
        close: () => storage.close(),
        ...(isShared && { keys }),
      };
    },
  };
}
