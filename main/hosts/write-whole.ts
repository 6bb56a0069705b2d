import { createHash, randomBytes } from 'node:crypto';
import { access, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join, parse } from 'node:path';
import type { FileSource, TransferOptions } from '../bridge/host.ts';
import { cancelledFailure, Failure } from '../common/failure.ts';
import { isRunning } from '../common/this-machine.ts';

/** The interval of progress reports, in milliseconds. */
const progressEveryMs = 100;
/** The most numbered names that are tried beside existing files. */
const maxNames = 1000;

/** The place of a complete file: over the one of that name, or beside it under another name. */
export type Placement = 'replace' | 'beside';

/**
 * Writes a file: first to a temporary one in the same directory, which gets its name when it is complete and on disk. No incomplete
 * file ever has the name. Temporary files that a crash left in the directory are removed.
 *
 * @param mark marks a file as downloaded from the internet; called with the complete temporary file; must not throw
 * @throws Failure file-not-written, reply-truncated, cancelled, or the failure of the source
 */
export async function writeWhole(
  directory: string,
  fileName: string,
  source: FileSource,
  { signal, progress }: TransferOptions,
  { placement, mark }: { placement: Placement; mark(path: string): Promise<void> },
): Promise<{ path: string; bytes: number }> {
  const stop = () => source.body.destroy();
  if (signal.aborted) {
    stop();
    throw cancelledFailure();
  }
  signal.addEventListener('abort', stop, { once: true });
  await removeAbandonedParts(directory);
  const part = join(directory, newPartName());
  const written = await onDisk(fileName, () => open(part, 'wx', 0o600)).catch((error: unknown) => {
    signal.removeEventListener('abort', stop);
    source.body.destroy();
    throw error;
  });
  try {
    let bytes = 0;
    let reportedAt = Number.NEGATIVE_INFINITY;
    for await (const chunk of source.body as AsyncIterable<Uint8Array>) {
      if (signal.aborted) {
        throw cancelledFailure();
      }
      await onDisk(fileName, () => written.writeFile(chunk));
      bytes += chunk.byteLength;
      if (performance.now() - reportedAt >= progressEveryMs) {
        reportedAt = performance.now();
        progress(bytes, source.bytes);
      }
    }
    if (signal.aborted) {
      throw cancelledFailure();
    }
    if (source.bytes !== undefined && bytes !== source.bytes) {
      throw truncated(bytes, source.bytes);
    }
    await onDisk(fileName, () => written.sync());
    await onDisk(fileName, () => written.close());
    // The mark stays with the file when it gets its name.
    await mark(part);
    const path = await onDisk(fileName, () => place(part, directory, fileName, placement));
    await syncDirectory(directory);
    progress(bytes, source.bytes);
    return { path, bytes };
  } catch (error) {
    source.body.destroy();
    await written.close().catch(() => undefined);
    await rm(part, { force: true }).catch(() => undefined);
    throw signal.aborted ? cancelledFailure() : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function place(
  part: string,
  directory: string,
  fileName: string,
  placement: Placement,
): Promise<string> {
  if (placement === 'replace') {
    const path = join(directory, fileName);
    await rename(part, path);
    return path;
  }
  for (let number = 1; number <= maxNames; number += 1) {
    const path = join(directory, number === 1 ? fileName : numbered(fileName, number));
    if (await placeNew(part, path)) {
      return path;
    }
  }
  throw Object.assign(new Error('Every name is taken.'), { code: 'EEXIST' });
}

/** Gives a file a name that no other has; false where one has it. */
async function placeNew(part: string, path: string): Promise<boolean> {
  try {
    // A link, unlike a rename, never replaces a file.
    await link(part, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') {
      return false;
    }
    if (!withoutLinks.has(code)) {
      throw error;
    }
    if (await exists(path)) {
      return false;
    }
    await rename(part, path);
    return true;
  }
  await rm(part, { force: true }).catch(() => undefined);
  return true;
}

/** The errors of file systems without links, such as FAT. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EISDIR']);

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** `passport.jpg` as `passport (2).jpg`. */
function numbered(fileName: string, number: number): string {
  const { name, ext } = parse(fileName);
  return `${name} (${number})${ext}`;
}

/** Writes the name to the disk, too. Windows has no such call, and some file systems refuse it. */
async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The content is on disk.
  }
}

/** Runs a step that uses the disk and words its failure. */
async function onDisk<T>(fileName: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new Failure({
      code: 'file-not-written',
      message: `${basename(fileName)} could not be written: ${reasons[code] ?? code}. No file was saved.`,
      hint: 'Choose another folder or free disk space, then save again.',
      retryable: true,
      details: { reason: code },
      cause: error,
    });
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EACCES: 'you do not have permission to write there',
  EPERM: 'you do not have permission to write there',
  EROFS: 'the disk is read-only',
  ENOENT: 'the folder no longer exists',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'the file is in use',
};

function truncated(bytes: number, total: number): Failure {
  return new Failure({
    code: 'reply-truncated',
    message: `The file ended after ${bytes} of ${total} bytes. Nothing was saved.`,
    hint: 'Save it again.',
    retryable: true,
  });
}

/** `.assay-MACHINE-PROCESS-RANDOM.part` */
const partName = /^\.assay-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{16}\.part$/;
/** One that another machine wrote is still being written if it is younger, in milliseconds. */
const abandonedAfterMs = 24 * 60 * 60_000;

/**
 * Returns a name for a file that is being written, by which a later process recognises that it was abandoned. Not made from the name of the file,
 * which may already be as long as a name can be.
 */
function newPartName(): string {
  return `.assay-${thisMachine()}-${process.pid}-${randomBytes(8).toString('hex')}.part`;
}

/** Removes the files of {@link newPartName} in a directory whose process has ended. Never throws. */
async function removeAbandonedParts(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const match = partName.exec(name);
    if (match && (await isAbandoned(join(directory, name), match[1] ?? '', Number(match[2])))) {
      await rm(join(directory, name), { force: true }).catch(() => undefined);
    }
  }
}

async function isAbandoned(path: string, machine: string, pid: number): Promise<boolean> {
  if (machine === thisMachine()) {
    return !isRunning(pid);
  }
  const written = await stat(path).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > abandonedAfterMs;
}

/** Distinguishes machines that save into one shared folder. */
function thisMachine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
