import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode } from './dependencies.mjs';

/** The inputs of the interface's build. */
const rendererSources = ['renderer', 'preload', 'docs', 'build/help-pages.ts', 'package-lock.json'];
/** Further inputs of the Electron build. */
const electronSources = ['main', 'preload', 'electron.vite.config.ts', ...rendererSources];

/**
 * Returns whether a built file is missing or older than its sources.
 *
 * @param {string} root the project's directory
 * @param {string} built
 * @param {string[]} sources files and directories
 */
export function isStale(root, built, sources) {
  const at = modifiedAt(join(root, built));
  return at === undefined || sources.some((source) => newest(join(root, source)) > at);
}

/**
 * Builds the interface if it is out of date. It is built in another directory and then renamed, so that a running
 * console never finds half of it.
 *
 * @param {string} root
 * @param {(text: string) => void} say
 * @returns {boolean} false when the build failed; its output is on standard error
 */
export function buildRenderer(root, say) {
  if (!isStale(root, 'out/renderer/index.html', rendererSources)) {
    return true;
  }
  say('Building the interface …');
  const began = new Date();
  const target = join(root, 'out', 'renderer');
  const fresh = join(root, 'out', `renderer-${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', 'renderer', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  const { status } = spawnSync(projectNode(root), args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    return false;
  }
  // Files that changed during the build are newer than it.
  utimesSync(join(fresh, 'index.html'), began, began);
  mkdirSync(join(root, 'out'), { recursive: true });
  const old = `${fresh}-old`;
  if (modifiedAt(target) !== undefined) {
    renameSync(target, old);
  }
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
  return true;
}

/**
 * Builds main, preload and interface for Electron if they are out of date.
 *
 * @param {string} root
 * @param {(text: string) => void} say
 * @returns {boolean}
 */
export function buildForElectron(root, say) {
  const built = join('out', 'main', 'electron.js');
  if (!isStale(root, built, electronSources) && !isStale(root, 'out/renderer/index.html', rendererSources)) {
    return true;
  }
  say('Building the console …');
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const args = [cli, 'build', '--logLevel', 'warn'];
  return spawnSync(projectNode(root), args, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
}

/**
 * Returns the modification time of the newest file in a directory (or of the file), in milliseconds since the epoch.
 *
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const at = modifiedAt(path) ?? 0;
  try {
    // The directory's own time changes when a file is removed.
    return readdirSync(path, { withFileTypes: true }).reduce(
      (latest, entry) => Math.max(latest, newest(join(path, entry.name))),
      at,
    );
  } catch {
    return at;
  }
}

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
