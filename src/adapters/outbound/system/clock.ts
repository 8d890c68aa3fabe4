import type { Clock } from '../../../domain/ports/security.js';

export const systemClock: Clock = { now: () => new Date() };
