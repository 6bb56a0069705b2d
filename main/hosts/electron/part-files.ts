import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** `.assay-MACHINE-PROCESS-RANDOM.part` */
const partName = /^\.assay-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{16}\.part$/;
/** One that another machine wrote is still being written if it is younger, in milliseconds. */
const abandonedAfterMs = 24 * 60 * 60_000;

/**
 * Returns a name for a file that is being written, by which a later process recognises that it was abandoned. Not made from the name of the file,
 * which may already be as long as a name can be.
 */
export function newPartName(): string {
  return `.assay-${thisMachine()}-${process.pid}-${randomBytes(8).toString('hex')}.part`;
}

/** Removes the files of {@link newPartName} in a directory whose process has ended. Never throws. */
export async function removeAbandonedParts(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const found = partName.exec(name);
    if (found && (await isAbandoned(join(directory, name), found[1] ?? '', Number(found[2])))) {
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Distinguishes machines that save into one shared folder. */
function thisMachine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
