'use strict';

// Loaded into a process before the program: an interval of half an hour to an hour and a half lasts a tenth of a second.
// Every other interval never ends, so that what is repeated more often, or less often, is not seen at all.
const { setInterval: original } = globalThis;
const MINUTE = 60_000;

globalThis.setInterval = Object.assign((callback, time, ...parameters) => {
  const isAboutAnHour = time >= 30 * MINUTE && time <= 90 * MINUTE;
  return original(isAboutAnHour ? callback : () => undefined, isAboutAnHour ? 100 : MINUTE, ...parameters);
}, original);
