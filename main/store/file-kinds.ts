import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../common/failure.ts';

/** The file of the runs of deletions and their receipts, in the data directory. */
export const runsFile = 'deletion-runs.sqlite';

/** Databases in the data directory, each with the files SQLite keeps beside it, and the lock. A pipe in place of one blocks for ever. */
const databases = ['cases.sqlite', 'journal.sqlite', runsFile, 'console.lock'];
const beside = ['', '-wal', '-shm', '-journal'];
/** Folders in the data directory. A link in place of one leads elsewhere. */
const folders = ['spool', 'logs', 'runtime'];

export type FileKind = 'file' | 'folder' | 'link' | 'other';

/** Returns the kind of file at a path, without following a link; undefined if there is nothing. */
export function kindAt(path: string): FileKind | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return undefined;
  }
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
}

/**
 * Checks the databases and folders of a data directory before any is opened.
 * @throws Failure data-directory-unsafe where one is something else
 */
export function checkKinds(dataDir: string): void {
  for (const name of databases.flatMap((database) => beside.map((suffix) => database + suffix))) {
    checkKind(dataDir, name, 'file');
  }
  for (const name of folders) {
    checkKind(dataDir, name, 'folder');
  }
}

const kindNames: Readonly<Record<FileKind, string>> = {
  file: 'a file',
  folder: 'a folder',
  link: 'a symbolic link',
  other: 'neither a file nor a folder',
};

function checkKind(dataDir: string, name: string, wantedKind: 'file' | 'folder'): void {
  const kind = kindAt(join(dataDir, name));
  if (kind !== undefined && kind !== wantedKind) {
    throw new Failure({
      code: 'data-directory-unsafe',
      message: `${join(dataDir, name)} is ${kindNames[kind]}, so it was not used, and nothing was changed. Assay needs ${kindNames[wantedKind]} there.`,
      hint:
        kind === 'link'
          ? `Move what it points to into the data directory. To keep everything on another disk, start Assay with --data-dir.`
          : 'Move it away, then start Assay again.',
    });
  }
}
