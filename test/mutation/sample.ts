import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { parseSync } from '@swc/core';

/**
 * `npm run mutation:sample -- SEED [COUNT [MINUTES]]`: changes places chosen at random in main, preload and renderer, one at a time, and says
 * which test notices each. The nearest tests run, none that needs the build; other tests may notice more. A mutant has
 * {@link secondsForEach} on the clock. A file is put back after its change: run it in a checkout in which nobody works.
 */
const [seed = '1', count = '40', minutes = '60'] = process.argv.slice(2);
const secondsForEach = 60;
const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'out', 'mutation', 'sample.json');
const log = { debug() {}, info() {}, warn() {}, error() {}, isDebugEnabled: () => false };

interface Mutant {
  file: string;
  line: number;
  kind: string;
  original: string;
  replacement: string;
  /** The whole file with the change. */
  text: string;
}

/** The numbers of a seed: each below 2 ** 32, evenly spread. */
function* numbers(): Generator<number, never> {
  for (let index = 0; ; index += 1) {
    yield createHash('sha256').update(`${seed} ${index}`).digest().readUInt32BE();
  }
}

/** The mutants of a file that can be read as a program. Texts are not changed: they have their own tests. */
async function mutantsOf(file: string): Promise<Mutant[]> {
  const content = readFileSync(join(root, file), 'utf8');
  const starts = [0, ...[...content.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const options = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [] };
  const instrumenter = new Instrumenter(log as never);
  const { mutants } = await instrumenter.instrument([{ name: file, content, mutate: true }], options);
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ location: { start, end }, mutatorName, replacement = '' }) => {
      const from = (starts[start.line] ?? 0) + start.column;
      const to = (starts[end.line] ?? 0) + end.column;
      return {
        file,
        line: start.line + 1,
        kind: mutatorName,
        replacement,
        original: content.slice(from, to),
        text: content.slice(0, from) + replacement + content.slice(to),
      };
    })
    .filter(({ text }) => isProgram(file, text));
}

function isProgram(file: string, text: string): boolean {
  try {
    parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' });
    return true;
  } catch {
    return false;
  }
}

/** Each byte of the sources is as likely, so a file is chosen by its length and then one of its mutants. */
async function choose(wanted: number): Promise<Mutant[]> {
  const files = listed('main', 'preload', 'renderer')
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .map((file) => ({ file, bytes: readFileSync(join(root, file)).length }));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const random = numbers();
  const chosen: Mutant[] = [];
  while (chosen.length < wanted) {
    let place = random.next().value % total;
    const found = files.find(({ bytes }) => {
      place -= bytes;
      return place < 0;
    });
    const mutants = await mutantsOf(found?.file ?? '');
    const mutant = mutants[random.next().value % Math.max(1, mutants.length)];
    if (mutant !== undefined) {
      chosen.push(mutant);
    }
  }
  return chosen;
}

const listed = (...folders: string[]) =>
  String(execFileSync('git', ['ls-files', '--', ...folders], { cwd: root })).split('\n');

/** How many files of tests a mutant is given: more would not end in its time. */
const mostTests = 8;
const tests = listed('test')
  .filter((file) => /(?<!\.all)\.test\.tsx?$/.test(file) && !/^test\/(journeys|electron)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Those that import the file, have its name, or lie in the folder that mirrors its own; component tests in that of its feature. */
function nearestTests(file: string): string[] {
  const folders = dirname(file).split('/');
  const [name = ''] = basename(file).split('.');
  const imported = `/${folders.at(-1)}/${basename(file)}'`;
  const nearness = (test: { file: string; text: string }) => {
    const shared = folders.filter((_, at) => test.file.includes(`/${folders.slice(0, at + 1).join('/')}/`));
    const feature = folders[1] === 'features' ? folders[2] : folders[1];
    const isOfFolder = folders.length > 2 && test.file.startsWith(`test/${folders.slice(0, 3).join('/')}/`);
    const isOfFeature = folders[0] === 'renderer' && test.file.startsWith(`test/components/${feature}/`);
    return (
      (test.text.includes(imported) ? 10 : 0) +
      (basename(test.file).startsWith(`${name}.`) ? 10 : 0) +
      (shared.length === folders.length ? 5 : 0) +
      (isOfFeature ? 4 : 0) +
      (isOfFolder ? 1 : 0)
    );
  };
  return tests
    .map((test) => ({ file: test.file, near: nearness(test) }))
    .filter(({ near }) => near > 0)
    .sort((one, other) => other.near - one.near)
    .slice(0, mostTests)
    .map((test) => test.file);
}

/** The first test that notices the change, or what happened instead. */
async function outcomeOf({ file, text }: Mutant): Promise<string> {
  const path = join(root, file);
  const before = readFileSync(path);
  rmSync(results, { force: true });
  writeFileSync(path, text);
  try {
    const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const near = nearestTests(file);
    if (near.length === 0) {
      return 'NO TEST is near';
    }
    const options = [
      '--bail=1',
      '--retry=0',
      '--project=!built*',
      '--reporter=json',
      `--outputFile=${results}`,
    ];
    const args = [program, 'run', ...near, ...options];
    // Less than in `npm test`, so that a condition which is never met is decided in time; with 5 s a busy machine fails tests by itself.
    const env = { ...process.env, ASSAY_TEST_PATIENCE_MS: '15000' };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore', detached: true });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), secondsForEach * 1000);
    const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)));
    clearTimeout(timer);
    return signal === 'SIGKILL' ? `NOT DECIDED in ${secondsForEach} s` : readOutcome();
  } finally {
    writeFileSync(path, before);
  }
}

function readOutcome(): string {
  if (!existsSync(results)) {
    return 'killed: vitest ended without results';
  }
  const { testResults, success } = JSON.parse(readFileSync(results, 'utf8')) as {
    success: boolean;
    testResults: {
      name: string;
      status: string;
      assertionResults: { status: string; fullName: string }[];
    }[];
  };
  // After the first failure the rest ends, which counts as failed files without a failed test.
  const failures = testResults.filter(({ status }) => status === 'failed');
  const named = failures.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
  if (named.length > 0) {
    return `killed by ${named[0]}`;
  }
  if (failures.length > 0) {
    return `killed: not loaded by ${failures.map(({ name }) => relative(root, name)).join(', ')}`;
  }
  return success
    ? `SURVIVED ${testResults.length} files of tests, the nearest`
    : 'killed: an error outside of the tests';
}

const end = performance.now() + Number(minutes) * 60_000;
const mutants = await choose(Number(count));
for (const [index, mutant] of mutants.entries()) {
  const { file, line, kind, original, replacement } = mutant;
  const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 80);
  const outcome = performance.now() < end ? await outcomeOf(mutant) : 'not run';
  process.stdout.write(
    `${index + 1}. ${file}:${line} ${kind}: ${short(original)} -> ${short(replacement)}\n   ${outcome}\n`,
  );
}
