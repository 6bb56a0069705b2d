import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * The part of vitest's JSON report that is read here.
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {FileReport[]} testResults
 */

/**
 * @typedef {object} FileReport
 * @property {string} name its path
 * @property {string} status
 * @property {string} message the error of a file whose tests could not be read
 * @property {{ status: string, fullName: string, tags: string[], failureMessages?: string[] }[]} assertionResults
 */

/**
 * @typedef {object} Failure
 * @property {string} test its file and name, or a sentence where no test failed
 * @property {string} error the first line of its error
 */

/** The number of tests from which on one error is said once, with their files: something that all of them need is missing. */
const fewest = 4;

/** The length of an error's first line that is shown. */
const lineLength = 200;

/** Colours of a terminal. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/**
 * Reads what vitest wrote of a run.
 *
 * @param {{ name: string, results: string, passed: boolean }} run its name, the path of its JSON report, and whether vitest said that it passed
 * @param {string} root paths of files are given from here
 * @returns {{ passed: number, long: number, omitted: string[], failed: Failure[] }} how many tests passed; how many of those that did not run are left to
 * test:all; one line for each other one; those that failed
 */
export function readResults({ name, results, passed }, root) {
  if (!existsSync(results)) {
    return {
      passed: 0,
      long: 0,
      omitted: [],
      failed: [{ test: `The ${name} broke off: NO RESULTS.`, error: '' }],
    };
  }
  const report = /** @type {Report} */ (JSON.parse(readFileSync(results, 'utf8')));
  const failed = report.testResults.flatMap((file) => failuresOf(file, relative(root, file.name)));
  if (!passed && failed.length === 0) {
    failed.push({
      test: `The ${name} had an error outside of their tests, which is shown above.`,
      error: '',
    });
  }
  const notRun = report.testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName, tags }) => ({
        line: `${relative(root, path)}: ${fullName}`,
        isLong: tags.includes('long') && process.env.ASSAY_FULL_TESTS !== '1',
      })),
  );
  return {
    passed: report.numPassedTests,
    long: notRun.filter(({ isLong }) => isLong).length,
    omitted: notRun.filter(({ isLong }) => !isLong).map(({ line }) => line),
    failed,
  };
}

/**
 * Returns one text for each failure, and one for those by the same error, which begins with it.
 *
 * @param {readonly Failure[]} failed
 * @returns {string[]}
 */
export function failureLines(failed) {
  const errors = [...new Set(failed.map(({ error }) => error))];
  return errors.flatMap((error) => {
    const tests = failed.filter((one) => one.error === error).map(({ test }) => test);
    if (error === '' || tests.length < fewest) {
      return tests.map((test) => (error === '' ? test : `${test}\n          ${error}`));
    }
    const files = tests.map((test) => test.split(':', 1)[0]);
    const counts = [...new Set(files)].map(
      (file) => `${file} (${files.filter((one) => one === file).length})`,
    );
    return [`${error}\n          ${tests.length} tests: ${counts.join(', ')}`];
  });
}

/**
 * @param {FileReport} file
 * @param {string} path
 * @returns {Failure[]}
 */
function failuresOf(file, path) {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  return failed.length === 0 && file.status === 'failed'
    ? [{ test: path, error: firstLine(file.message) }]
    : failed.map(({ fullName, failureMessages }) => ({
        test: `${path}: ${fullName}`,
        error: firstLine(failureMessages?.[0] ?? ''),
      }));
}

/** @param {string} text */
function firstLine(text) {
  const line = text.replace(colours, '').trim().split('\n', 1)[0] ?? '';
  return line.length > lineLength ? `${line.slice(0, lineLength)}…` : line;
}
