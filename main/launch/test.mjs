import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode } from './dependencies.mjs';
import { missingNeeds, thisMachine } from './needs.mjs';
import { countProcessorTime } from './processor-time.mjs';
import { failureLines, readResults } from './test-results.mjs';
import { changedFiles, testsOf } from './tests-of-changes.mjs';

/**
 * `npm test`: everything that a change can break and that can be checked on this machine; then, loudly, what did not run, and how much of the
 * processors it took. The static checks and the build run beside the tests of the parts, the component tests follow the checks, and the tests of
 * what was built begin when checks and parts have passed, so that two processors are busy to the end.
 * `--all` adds what takes long; every other argument goes to vitest, such as `--changed`. `--check` runs the static checks and the tests of the folders that
 * changed, without the build and what starts programs.
 */

const root = join(import.meta.dirname, '..', '..');

/** Run one after another. */
const staticChecks = ['lint', 'typecheck', 'check:imports', 'check:unused'];

/** The projects of vitest.config.ts whose files use the build. */
const built = 'built*';

/**
 * A run of vitest.
 *
 * @typedef {object} Run
 * @property {string} name
 * @property {string[]} projects patterns of the names of its projects
 * @property {string} results
 */

/** @type {Run} */
const parts = {
  name: 'tests of the parts',
  projects: ['shared process', 'own process'],
  results: join(root, 'out', 'test', 'parts.json'),
};
/** @type {Run} */
const components = {
  name: 'component tests',
  projects: ['components*'],
  results: join(root, 'out', 'test', 'components.json'),
};
/** @type {Run} */
const quick = {
  name: 'unit and component tests',
  projects: ['shared process', 'components*'],
  results: join(root, 'out', 'test', 'quick.json'),
};
/** @type {Run} */
const withBuild = {
  name: 'tests of what was built',
  projects: [built],
  results: join(root, 'out', 'test', 'with-build.json'),
};

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/**
 * Runs a script of package.json and shows what it wrote when it has ended.
 *
 * @param {string} script
 */
async function runScript(script) {
  const npm = process.env.npm_execpath;
  const [program, ...args] = npm ? [process.execPath, npm] : ['npm'];
  const child = spawn(program, [...args, 'run', '--silent', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const passed = await hasPassed(child);
  say(`\n== ${script}${passed ? '' : ' FAILED'}\n${output.trimEnd()}`);
  return passed;
}

/**
 * Runs all, also after one that failed, so that one run says everything that is to be repaired.
 *
 * @param {string[]} scripts
 * @returns {Promise<string[]>} those that failed
 */
async function runScripts(scripts) {
  const failed = [];
  for (const script of scripts) {
    if (!(await runScript(script))) {
      failed.push(script);
    }
  }
  return failed;
}

/**
 * @param {Run} run
 * @param {string[]} args
 */
async function runTests({ name, projects, results }, args) {
  say(`\n== ${name}`);
  rmSync(results, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = [
    ...projects.map((pattern) => `--project=${pattern}`),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ];
  return hasPassed(
    spawn(projectNode(root), [vitest, 'run', ...options, ...args], { cwd: root, stdio: 'inherit' }),
  );
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<boolean>}
 */
function hasPassed(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code === 0));
  });
}

/**
 * Names what did not run, which must not look like a plain pass, and last what failed, so that the end of a log says it.
 *
 * @param {(Run & { passed: boolean })[]} runs
 * @returns {number} how many tests passed
 */
function reportResults(runs) {
  const results = runs.map((run) => readResults(run, root));
  const passedTests = results.reduce((sum, { passed }) => sum + passed, 0);
  const omitted = results.flatMap((result) => result.omitted);
  const failed = results.flatMap((result) => result.failed);
  const long = results.reduce((sum, result) => sum + result.long, 0);
  if (long > 0) {
    say(`\n${long} long tests are left to "npm run test:all".`);
  }
  say(
    `\n${passedTests} tests passed. ${omitted.length} DID NOT RUN on this machine${omitted.length ? ':' : '.'}`,
  );
  for (const line of omitted) {
    say(`  not run  ${line}`);
  }
  for (const need of missingNeeds(thisMachine(), 'test')) {
    say(`  missing  ${need.name}: ${need.purpose}`);
  }
  if (failed.length > 0) {
    say(`\n${failed.length} FAILED:`);
    for (const lines of failureLines(failed)) {
      say(`  failed  ${lines}`);
    }
  }
  return passedTests;
}

/** @param {string[]} args */
async function test(args) {
  const checks = runScripts(['build', ...staticChecks]);
  const ofComponents = checks.then(() => runTests(components, args));
  const [failed, ofParts] = await Promise.all([checks, runTests(parts, args)]);
  const goesOn = failed.length === 0 && ofParts;
  const ofBuild = goesOn && (await runTests(withBuild, args));
  const runs = [
    { ...parts, passed: ofParts },
    { ...components, passed: await ofComponents },
    ...(goesOn ? [{ ...withBuild, passed: ofBuild }] : []),
  ];
  const failures = [...failed, ...runs.filter(({ passed }) => !passed).map(({ name }) => name)];
  const passedTests = reportResults(runs);
  if (failures.length > 0) {
    say(`\nFAILED: ${failures.join(', ')}.${goesOn ? '' : ` Not run: ${withBuild.name}.`}`);
    return false;
  }
  if (passedTests === 0 && !args.some((argument) => argument.startsWith('--changed'))) {
    say('\nNO TEST FOUND.');
    return false;
  }
  return true;
}

/** @param {string[]} args a commit, if files that were committed since it count as changed too */
async function check([since = 'HEAD']) {
  const tests = testsOf(changedFiles(root, since));
  const [failed, passed] = await Promise.all([runScripts(staticChecks), runTests(quick, tests)]);
  reportResults([{ ...quick, passed }]);
  if (failed.includes('lint')) {
    say('\nMost of what "lint" names is repaired by "npm run format".');
  }
  say(
    `\n${failed.length > 0 ? `FAILED: ${failed.join(', ')}.` : 'The static checks passed.'} The ${quick.name} ${passed ? 'passed' : 'FAILED'}.`,
  );
  return failed.length === 0 && passed;
}

/** @param {number} seconds */
function duration(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

const startedAt = performance.now();
const processorTime = countProcessorTime();
const args = process.argv.slice(2);
// As in vitest.config.ts, whose environment reaches a process of tests only when Vitest itself is loaded.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'assay', 'compiled');
if (args.includes('--all')) {
  process.env.ASSAY_FULL_TESTS = '1';
}
const others = args.filter((argument) => argument !== '--all' && argument !== '--check');
process.exitCode = (await (args.includes('--check') ? check : test)(others)) ? 0 : 1;
const processorSeconds = processorTime.seconds();
processorTime.end();
say(
  `\n${processorSeconds === undefined ? '' : `Processor time ${Math.round(processorSeconds)} s. `}On the clock ${duration((performance.now() - startedAt) / 1000)}.`,
);
