/**
 * Draws a bar with the remaining time on standard error if that is a terminal. `stop` leaves the last one there.
 * @param format as in https://www.npmjs.com/package/cli-progress
 */
export async function newProgressBar(format: string) {
  // The library is loaded only here, because loading it takes much of the time of a short command.
  const { SingleBar } = await import('cli-progress');
  // With `linewrap` the terminal stays as it is when a signal ends the process.
  const bar = new SingleBar({ format, barsize: 20, linewrap: true, etaBuffer: 100 });
  return {
    update: (done: number, total: number): void => {
      if (bar.isActive) bar.update(done);
      else bar.start(total, done);
    },
    stop: () => bar.stop(),
  };
}
