import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/** A file on disk, or one that a process has open and that has no name any more. */
export interface OpenFile {
  place: string;
  bytes: Buffer;
}

/**
 * The files without a name below a directory that programs have open (Linux): removed ones, such as temporary files that are gone with
 * their process.
 */
export function unnamedFiles(directory: string): OpenFile[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      const descriptors = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
      return descriptors.flatMap((number): OpenFile[] => {
        const path = `/proc/${pid}/fd/${number}`;
        const target = attempt(() => readlinkSync(path)) ?? '';
        const isRemoved = target.startsWith(directory) && target.endsWith(' (deleted)');
        const bytes = isRemoved && attempt(() => statSync(path).isFile() && readFileSync(path));
        return bytes ? [{ place: `${target} of process ${pid}`, bytes }] : [];
      });
    });
}

/** A process may end, or close a file, while it is looked into. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
