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

/** The length of an error's first line that is shown. */
const lineLength = 200;

/** Colours of a terminal. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/**
 * Reads what vitest wrote of a run.
 *
 * @param {{ name: string, results: string, passed: boolean }} run its name, the path of its JSON report, and whether vitest said that it passed
 * @param {string} root paths of files are given from here
 * @returns {{ passed: number, long: number, omitted: string[], failed: string[] }} how many tests passed; how many of those that did not run are left to
 * test:all; one line for each other one; one for each that failed, with the first line of its error
 */
export function readResults({ name, results, passed }, root) {
  if (!existsSync(results)) {
    return { passed: 0, long: 0, omitted: [], failed: [`The ${name} broke off: NO RESULTS.`] };
  }
  const report = /** @type {Report} */ (JSON.parse(readFileSync(results, 'utf8')));
  const failed = report.testResults.flatMap((file) => failuresOf(file, relative(root, file.name)));
  if (!passed && failed.length === 0) {
    failed.push(`The ${name} had an error outside of their tests, which is shown above.`);
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
 * @param {FileReport} file
 * @param {string} path
 */
function failuresOf(file, path) {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  return failed.length === 0 && file.status === 'failed'
    ? [`${path}\n          ${firstLine(file.message)}`]
    : failed.map(
        ({ fullName, failureMessages }) =>
          `${path}: ${fullName}\n          ${firstLine(failureMessages?.[0] ?? '')}`,
      );
}

/** @param {string} text */
function firstLine(text) {
  const line = text.replace(colours, '').trim().split('\n', 1)[0] ?? '';
  return line.length > lineLength ? `${line.slice(0, lineLength)}…` : line;
}
