/**
 * Draws a bar with the rate and the remaining time on standard error if that is a terminal. `stop` leaves the bar
 * there.
 */
export async function newProgressBar() {
  // The library is loaded only here, because loading it takes much of the time of a short command.
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    format: 'copying [{bar}] {percentage}% | {value}/{total} rows | {rate}/s | {eta_formatted} left',
    barsize: 20,
    linewrap: true, // The terminal stays as it is when a signal ends the process.
    etaBuffer: 100,
  });
  let start: number | undefined;
  return {
    update: (done: number, total: number): void => {
      if (start === undefined) {
        start = performance.now();
        bar.start(total, done, { rate: 0 });
      }
      bar.update(done, { rate: Math.round((done * 1000) / Math.max(1, performance.now() - start)) });
    },
    stop: () => bar.stop(),
  };
}
