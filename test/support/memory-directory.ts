import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';

/** The file system in memory that Linux has for programs. */
const memory = '/dev/shm';
const prefix = 'assay-tests-';
/** The least room for the tests, in bytes: some write large files. */
const minBytes = 4 * 1024 ** 3;

/**
 * Makes a directory in memory for the files of the tests, where there is room. Waiting for the disk after each transaction took a tenth of the
 * processor time of tests that keep something. `use-memory-directory.ts` uses it.
 */
export function setup(): (() => void) | undefined {
  removeLeftOver();
  if (process.env.ASSAY_TEST_DIRECTORY !== undefined || !hasRoom()) {
    return undefined;
  }
  const directory = mkdtempSync(`${memory}/${prefix}${process.pid}-`);
  // As that of the system: a server of the tests runs as another user.
  chmodSync(directory, 0o1777);
  process.env.ASSAY_TEST_DIRECTORY = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

/** Returns whether programs of the tests may be started there, too, and the memory suffices. */
function hasRoom(): boolean {
  try {
    const [, options = 'noexec'] =
      readFileSync('/proc/mounts', 'utf8').match(new RegExp(`^\\S+ ${memory} tmpfs (\\S+)`, 'm')) ?? [];
    const { bsize, bavail } = statfsSync(memory);
    return !options.split(',').includes('noexec') && bsize * bavail >= minBytes;
  } catch {
    return false;
  }
}

/** Removes what runs left that were killed. */
function removeLeftOver(): void {
  for (const name of namesIn(memory)) {
    const [, pid] = name.match(`^${prefix}(\\d+)-`) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) {
      rmSync(`${memory}/${name}`, { recursive: true, force: true });
    }
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
