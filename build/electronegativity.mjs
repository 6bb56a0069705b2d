import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check:electron`: Doyensec's Electronegativity over main and preload. Every finding must be in
 * electronegativity.json with the reason why it is none, and every entry there must still be found.
 *
 * @typedef {{ check: string, file: string, sample: string }} Finding
 * @typedef {Finding & { reason: string }} Accepted
 */

/** The pinned version, so that a new rule comes with a change that is reviewed. */
const tool = '@doyensec/electronegativity@1.10.3';
const root = join(import.meta.dirname, '..');

/**
 * Reads the findings of the tool's CSV: quoted fields may hold commas, quotes (doubled) and line ends.
 *
 * @param {string} csv
 * @returns {Finding[]}
 */
export function readFindings(csv) {
  const rows = csv
    .split(/\r?\n(?=[A-Z_]+_CHECK,)/)
    .slice(1)
    .map((row) =>
      [...row.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, quoted, bare = '']) => quoted ?? bare.trim()),
    );
  return rows.map(([check = '', , , file = '', , sample = '']) => ({
    check,
    file: file.replaceAll('\\', '/'),
    sample: sample.replaceAll('""', '"').trim(),
  }));
}

/**
 * Returns findings that are not accepted, and accepted ones that are not found.
 *
 * @param {Finding[]} found
 * @param {Accepted[]} accepted
 */
export function compareFindings(found, accepted) {
  /** @param {Finding} finding */
  const key = ({ check, file, sample }) => JSON.stringify([check, file, sample]);
  const known = new Set(accepted.map(key));
  const there = new Set(found.map(key));
  return {
    unknown: found.filter((finding) => !known.has(key(finding))),
    gone: accepted.filter((finding) => !there.has(key(finding))),
  };
}

function check() {
  const directory = mkdtempSync(join(tmpdir(), 'assay-electronegativity-'));
  try {
    const sources = join(directory, 'sources');
    for (const name of ['main', 'preload', 'package.json']) {
      cpSync(join(root, name), join(sources, name), { recursive: true });
    }
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'));
    const output = join(directory, 'findings.csv');
    const args = [
      '--yes',
      tool,
      '--input',
      sources,
      '--output',
      output,
      '--relative',
      '--electron-version',
      version,
    ];
    const { status } = spawnSync(process.platform === 'win32' ? 'npx.cmd' : 'npx', args, {
      cwd: directory,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
    if (status !== 0) {
      process.stderr.write(`Electronegativity did not run (${status}).\n`);
      return 2;
    }
    const accepted = JSON.parse(readFileSync(join(import.meta.dirname, 'electronegativity.json'), 'utf8'));
    const found = readFindings(readFileSync(output, 'utf8'));
    const { unknown, gone } = compareFindings(found, accepted);
    for (const finding of unknown) {
      process.stdout.write(`NEW   ${finding.check} ${finding.file}: ${finding.sample}\n`);
    }
    for (const finding of gone) {
      process.stdout.write(`GONE  ${finding.check} ${finding.file}: ${finding.sample}\n`);
    }
    process.stdout.write(
      `${found.length} findings, ${unknown.length} new, ${gone.length} no longer there.\n`,
    );
    return unknown.length + gone.length === 0 ? 0 : 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = check();
}
