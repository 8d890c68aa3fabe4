// Plain JavaScript, since Jest loads reporters without transforming them.

const REASON = / \(skipped: (.*)\)$/;

/**
 * Prints at the end of a run how many tests were skipped for each missing requirement, and then the figures on a line of
 * their own. With REQUIRE_ALL=1 a run that skipped anything has failed.
 *
 * @implements {import('@jest/reporters').Reporter}
 */
export default class SkipReporter {
  #skipped = 0;
  #isQuiet;

  /** @param {unknown} _ @param {{ isQuiet?: boolean }} options `isQuiet`: no lines about what was skipped */
  constructor(_, { isQuiet = false } = {}) {
    this.#isQuiet = isQuiet;
  }

  /** @param {Set<unknown>} _ @param {import('@jest/reporters').AggregatedResult} results */
  onRunComplete(_, results) {
    /** @type {Map<string, number>} */
    const reasons = new Map();
    for (const { testResults } of results.testResults) {
      for (const { status, ancestorTitles } of testResults) {
        if (status === 'passed' || status === 'failed') continue;
        const reason = ancestorTitles.map((name) => REASON.exec(name)?.[1]).find((each) => each !== undefined);
        if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1); // others: -t leaves them out
      }
    }
    const most = this.#isQuiet ? [] : [...reasons].sort(([, one], [, other]) => other - one);
    const lines = most.map(([reason, tests]) => `skipped: ${tests} ${tests === 1 ? 'test' : 'tests'}: ${reason}`);

    // A file that could not even be loaded has no failed test, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    this.#skipped = results.numPendingTests + results.numTodoTests;
    lines.push(`${results.numPassedTests} passed, ${failed} failed, ${this.#skipped} skipped`);
    // Jest's own summary, and its warnings, are still to come.
    process.once('exit', () => process.stdout.write(`\n${lines.join('\n')}\n`));
  }

  /** @returns {Error | undefined} */
  getLastError() {
    if (process.env['REQUIRE_ALL'] !== '1' || this.#skipped === 0) return undefined;
    return new Error(`REQUIRE_ALL is set and ${this.#skipped} tests were skipped`);
  }
}
