import type { BatcherOptions } from '../../../support/batcher.js';

/**
 * How calls of one kind share statements. The statements of the largest batch have less than 1 MiB, the smallest
 * max_allowed_packet that servers come with.
 */
export const BATCHES: BatcherOptions = {
  maxBatchSize: 128,
  maxWaitMs: 20, // Most statements and commits take less time.
};
