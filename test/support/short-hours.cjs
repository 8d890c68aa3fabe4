'use strict';

// Loaded into a process before the program: an interval of an hour, give or take half of one, lasts a tenth of a second.
// Every other time stays as it is.
const { setInterval: original } = globalThis;
const MINUTE = 60_000;

globalThis.setInterval = Object.assign(
  (callback, time, ...parameters) =>
    original(callback, time >= 30 * MINUTE && time <= 90 * MINUTE ? 100 : time, ...parameters),
  original,
);
