/**
 * How often a line shows the progress if standard error is no terminal, in milliseconds. Work that ends earlier shows
 * none.
 */
const LINE_INTERVAL_MS = 10_000;

/**
 * Draws a bar with the rate and the remaining time on standard error, or a line now and then if that is no terminal.
 * `stop` leaves the last one there.
 * @param format as in https://www.npmjs.com/package/cli-progress, where `rate` is that of the whole time
 */
export async function newProgressBar(format: string) {
  // The library is loaded only here, because loading it takes much of the time of a short command.
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    format,
    barsize: 20,
    linewrap: true, // The terminal stays as it is when a signal ends the process.
    etaBuffer: 100,
    noTTYOutput: true,
    notTTYSchedule: LINE_INTERVAL_MS,
  });
  const start = performance.now();
  let isShown = false;
  return {
    update: (done: number, total: number): void => {
      const ms = performance.now() - start;
      if (!isShown && !process.stderr.isTTY && ms < LINE_INTERVAL_MS) return;
      const shown = { rate: Math.round((done * 1000) / Math.max(1, ms)) };
      if (!isShown) bar.start(total, done, shown);
      isShown = true;
      bar.update(done, shown);
    },
    stop: () => bar.stop(),
  };
}
