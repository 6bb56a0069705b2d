import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BaseWindow, Dialog } from 'electron';
import type { SaveResult } from '../../../preload/contract/application.ts';
import { cancelledFailure, Failure } from '../../failure.ts';
import type { FileToSave, Host } from '../host.ts';

type SaveOptions = Parameters<Host['saveFile']>[1];

/** The interval of progress reports, in milliseconds. */
const progressEveryMs = 100;

/**
 * Asks where to save a file, then writes it: first to a temporary file beside the target, which is renamed when it is
 * complete and on disk. No incomplete file ever has the chosen name.
 *
 * @param directory where the dialog starts
 * @param mark marks the saved file as downloaded from the internet; must not throw
 * @throws Failure file-not-written, reply-truncated, cancelled, or the failure of the source
 */
export async function saveFile(
  dialog: Dialog,
  window: BaseWindow | undefined,
  directory: string,
  file: FileToSave,
  options: SaveOptions,
  mark: (path: string) => Promise<void>,
): Promise<SaveResult> {
  const question = {
    defaultPath: join(directory, basename(file.fileName)),
    properties: [
      'createDirectory' as const,
      'showOverwriteConfirmation' as const,
      'dontAddToRecent' as const,
    ],
  };
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, question)
    : dialog.showSaveDialog(question));
  if (options.signal.aborted) {
    throw cancelledFailure();
  }
  if (canceled || filePath === '') {
    return { kind: 'cancelled' };
  }
  const source = await file.open(options.signal);
  const bytes = await writeWhole(filePath, source, options);
  await mark(filePath);
  return { kind: 'saved', path: filePath, bytes };
}

/** @returns the bytes written */
async function writeWhole(
  target: string,
  source: { body: Readable; bytes?: number },
  { signal, progress }: SaveOptions,
): Promise<number> {
  const stop = () => source.body.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const part = join(
    dirname(target),
    `.${basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`,
  );
  const written = await onDisk(target, () => open(part, 'wx', 0o600)).catch((error: unknown) => {
    source.body.destroy();
    throw error;
  });
  try {
    let bytes = 0;
    let reportedAt = 0;
    for await (const chunk of source.body as AsyncIterable<Uint8Array>) {
      if (signal.aborted) {
        throw cancelledFailure();
      }
      await onDisk(target, () => written.writeFile(chunk));
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
    await onDisk(target, () => written.sync());
    await onDisk(target, () => written.close());
    await onDisk(target, () => rename(part, target));
    progress(bytes, source.bytes);
    return bytes;
  } catch (error) {
    source.body.destroy();
    await written.close().catch(() => undefined);
    await rm(part, { force: true }).catch(() => undefined);
    throw signal.aborted ? cancelledFailure() : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Runs a step that uses the disk and words its failure. */
async function onDisk<T>(target: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new Failure({
      code: 'file-not-written',
      message: `${basename(target)} could not be written: ${reasons[code] ?? code}. No file was saved.`,
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
