import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { failureLines, readResults } from '../../../main/launch/test-results.mjs';

const project = join(import.meta.dirname, '../../..');
const vitest = join(project, 'node_modules/vitest/vitest.mjs');

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-results-'));
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
  const imports = "import { describe, expect, test } from 'vitest';\n";
  const files = {
    'one.test.js': `${imports}describe('One', () => {
      test('passes', () => {});
      test('fails', () => { throw new Error('first line\\nsecond line'); });
      test('compares', () => { expect(1).toBe(2); });
      test.skip('is left out', () => {});
      test('is long', { tags: 'long' }, () => {});
    });`,
    'vitest.config.js': "export default { test: { tags: [{ name: 'long', skip: true }] } };",
    'broken.test.js': `${imports}throw new Error('not readable');`,
    'beside.test.js': `${imports}test('leaves an error behind', () => { void Promise.reject(new Error('nobody waits')); });`,
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(root, name), text)));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs the tests of the files, and returns what is read of their report. */
async function runOf(...files: string[]) {
  const results = join(root, `${files.join(' ')}.json`);
  const args = [vitest, 'run', '--root', root, '--reporter=json', `--outputFile=${results}`, ...files];
  const passed = await new Promise<boolean>((resolve) => {
    execFile(process.execPath, args, (error) => resolve(error === null));
  });
  return readResults({ name: 'tests', results, passed }, root);
}

test('each failed test is named with the first line of its error, and so is a file that cannot be read', async () => {
  // As in npm test.
  vi.stubEnv('ASSAY_FULL_TESTS', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { passed, long, omitted, failed } = await runOf('one', 'broken');
  expect({ passed, long }).toEqual({ passed: 1, long: 1 });
  expect(omitted).toEqual(['one.test.js: One is left out']);
  expect(failed.toSorted((a, b) => a.test.localeCompare(b.test))).toEqual([
    { test: 'broken.test.js', error: expect.stringContaining('not readable') },
    { test: 'one.test.js: One compares', error: expect.stringContaining('expected 1 to be 2') },
    { test: 'one.test.js: One fails', error: 'Error: first line' },
  ]);
});

test('tests that fail by the same error are one failure, which begins with it', () => {
  const error = 'Error: cases.labelCount has no reply';
  const failed = ['a.test.tsx: opens', 'b.test.tsx: shows: a name', 'b.test.tsx: closes', 'b.test.tsx: ends'];
  expect(
    failureLines([
      ...failed.map((name) => ({ test: name, error })),
      { test: 'c.test.ts: counts', error: 'expected 1 to be 2' },
    ]),
  ).toEqual([
    `${error}\n          4 tests: a.test.tsx (1), b.test.tsx (3)`,
    'c.test.ts: counts\n          expected 1 to be 2',
  ]);
  expect(failureLines(failed.slice(1).map((name) => ({ test: name, error })))).toHaveLength(3);
});

test('an error outside of the tests, and a run without results, are said', async () => {
  expect(await runOf('beside')).toEqual({
    passed: 1,
    long: 0,
    omitted: [],
    failed: [{ test: expect.stringContaining('error outside of their tests'), error: '' }],
  });
  const results = join(root, 'nowhere.json');
  expect(readResults({ name: 'tests', results, passed: false }, root).failed).toEqual([
    { test: expect.stringContaining('NO RESULTS'), error: '' },
  ]);
});
