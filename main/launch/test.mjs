import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectNode } from './dependencies.mjs';
import { missingNeeds, thisMachine } from './needs.mjs';

/**
 * `npm test`: everything that can be checked on this machine, quick things first, stopping at the first that fails; then,
 * loudly, what did not run. Arguments go to vitest.
 */

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'out', 'test', 'results.json');

const scripts = ['lint', 'typecheck', 'check:imports', 'check:unused', 'build'];

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @param {string} script */
function runScript(script) {
  say(`\n== ${script}`);
  const npm = process.env.npm_execpath;
  const [program, ...args] = npm ? [process.execPath, npm] : ['npm'];
  return (
    spawnSync(program, [...args, 'run', '--silent', script], { cwd: root, stdio: 'inherit' }).status === 0
  );
}

/** @param {string[]} args */
function runTests(args) {
  say('\n== tests');
  rmSync(results, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const { status } = spawnSync(projectNode(root), [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

/** Names what did not run and what passed only when it was tried again: neither must look like a plain pass. */
function reportOmissions() {
  if (!existsSync(results)) {
    say('\nThe tests broke off: NO RESULTS.');
    return;
  }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'));
  /** @type {{ name: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = testResults;
  const omitted = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
  say(
    `\n${numPassedTests} tests passed. ${omitted.length} DID NOT RUN on this machine${omitted.length ? ':' : '.'}`,
  );
  for (const line of omitted) {
    say(`  not run  ${line}`);
  }
  const repeated = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(
        ({ fullName, failureMessages: [message = ''] }) =>
          `${relative(root, name)}: ${fullName}: ${message.split('\n', 1)[0]}`,
      ),
  );
  if (repeated.length > 0) {
    say(`\n${repeated.length} PASSED ONLY AT THE SECOND ATTEMPT:`);
  }
  for (const line of repeated) {
    say(`  repeated ${line}`);
  }
  for (const need of missingNeeds(thisMachine(), 'test')) {
    say(`  missing  ${need.name}: ${need.purpose}`);
  }
}

function test() {
  for (const [index, script] of scripts.entries()) {
    if (runScript(script)) {
      continue;
    }
    say(`\n"${script}" FAILED. Not run after it: ${[...scripts.slice(index + 1), 'tests'].join(', ')}.`);
    return false;
  }
  const passed = runTests(process.argv.slice(2));
  reportOmissions();
  return passed;
}

process.exitCode = test() ? 0 : 1;
