import type { MissingFile, SaveProgress } from '../../../preload/contract/application.ts';
import type { FilesResult } from '../../../preload/contract/evidence.ts';
import { FailuresInRow } from '../../../preload/shared/failures-in-row.ts';
import { type BridgeClient, CallFailure } from '../../bridge/bridge-client.ts';

/** The File System Access API, which Chromium has; TypeScript's library does not describe its start. */
interface FolderPicker {
  showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
}

/** The most numbered names that are tried beside existing files. */
const maxNames = 1000;

export function canPageWriteFolders(): boolean {
  return (globalThis as FolderPicker).showDirectoryPicker !== undefined;
}

/**
 * Saves files into a folder that the browser asks for, where main has no dialog of its own. The browser writes each to a temporary file
 * that gets its name when it is complete, and marks it as downloaded. No file is replaced.
 *
 * @throws CallFailure file-not-written, cancelled
 */
export async function saveIntoPageFolder(
  bridge: BridgeClient,
  target: { environmentId: string; conversationId: string },
  mediaIds: readonly string[],
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: SaveProgress): void },
): Promise<FilesResult> {
  const folder = await askForFolder();
  if (folder === undefined) {
    return { result: { kind: 'cancelled' }, missing: [] };
  }
  const missing: MissingFile[] = [];
  const failures = new FailuresInRow();
  let bytes = 0;
  let done = 0;
  const report = () => onProgress({ bytes, files: { done, of: mediaIds.length } });
  for (const [index, mediaId] of mediaIds.entries()) {
    if (failures.reason !== undefined) {
      missing.push({ mediaId, reason: failures.reason });
      continue;
    }
    const number = String(index + 1).padStart(String(mediaIds.length).length, '0');
    try {
      await saveOne(bridge, { ...target, mediaId }, folder, number, signal, (count) => {
        bytes += count;
        report();
      });
      done += 1;
      failures.succeeded();
      report();
    } catch (error) {
      if (signal.aborted) {
        throw new CallFailure({
          code: 'cancelled',
          message: 'Cancelled before it finished.',
          retryable: true,
        });
      }
      if (!(error instanceof CallFailure) || error.view.code === 'file-not-written') {
        throw error;
      }
      failures.failed(error.view);
      missing.push({ mediaId, reason: error.view.message });
    }
  }
  return { result: { kind: 'saved', path: folder.name, bytes }, missing };
}

async function askForFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (globalThis as FolderPicker).showDirectoryPicker?.({ id: 'assay-files', mode: 'readwrite' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      return undefined;
    }
    throw notWritten('The folder could not be opened', error);
  }
}

/** @throws CallFailure as the service's, or file-not-written */
async function saveOne(
  bridge: BridgeClient,
  medium: { environmentId: string; conversationId: string; mediaId: string },
  folder: FileSystemDirectoryHandle,
  number: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const offer = await bridge.invoke('media.save', medium, { signal });
  if (offer.kind !== 'download') {
    throw new Error('Main wrote a file that the page was to write.');
  }
  const response = await fetch(offer.address, { signal }).catch(() => undefined);
  if (response?.ok !== true || response.body === null) {
    throw await whyBroken(bridge, offer.address);
  }
  const reader = response.body.getReader();
  const target = await newFile(folder, `${number}-${offer.fileName}`).catch(async (error: unknown) => {
    await reader.cancel().catch(() => undefined);
    throw error;
  });
  try {
    for (;;) {
      const piece = await reader.read().catch(() => undefined);
      if (piece === undefined) {
        throw await whyBroken(bridge, offer.address);
      }
      if (piece.done) {
        break;
      }
      await onDisk(() => target.writable.write(piece.value));
      onBytes(piece.value.byteLength);
    }
    await onDisk(() => target.writable.close());
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    await target.writable.abort().catch(() => undefined);
    await folder.removeEntry(target.name).catch(() => undefined);
    throw error;
  }
}

/** Returns the failure for which main could not send a file whole. */
async function whyBroken(bridge: BridgeClient, address: string): Promise<Error> {
  try {
    await bridge.invoke('application.downloadOutcome', { address });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  return new CallFailure({
    code: 'connection-reset',
    message: 'The connection was closed before the file ended.',
    retryable: true,
  });
}

/** Returns a file under a name that is free. It is empty until its content has been written whole. */
async function newFile(
  folder: FileSystemDirectoryHandle,
  fileName: string,
): Promise<{ name: string; writable: FileSystemWritableFileStream }> {
  const name = await onDisk(() => freeName(folder, fileName));
  return onDisk(async () => {
    const handle = await folder.getFileHandle(name, { create: true });
    try {
      return { name, writable: await handle.createWritable() };
    } catch (error) {
      await folder.removeEntry(name).catch(() => undefined);
      throw error;
    }
  });
}

async function freeName(folder: FileSystemDirectoryHandle, fileName: string): Promise<string> {
  const dot = fileName.lastIndexOf('.');
  for (let number = 1; number <= maxNames; number += 1) {
    const name = number === 1 ? fileName : `${fileName.slice(0, dot)} (${number})${fileName.slice(dot)}`;
    if (!(await isTaken(folder, name))) {
      return name;
    }
  }
  throw new DOMException('Every name is taken.', 'NameTakenError');
}

async function isTaken(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') {
      return false;
    }
    if (error instanceof DOMException && error.name === 'TypeMismatchError') {
      return true;
    }
    throw error;
  }
}

async function onDisk<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw notWritten('The file could not be written', error);
  }
}

function notWritten(what: string, error: unknown): CallFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return new CallFailure({
    code: 'file-not-written',
    message: `${what}: ${reasons[name] ?? 'the browser refused'}.`,
    hint: 'Choose another folder or free disk space, then save again.',
    retryable: true,
    ...(name === '' ? {} : { details: { reason: name } }),
  });
}

/** By the names of the browser's errors. */
const reasons: Readonly<Record<string, string>> = {
  QuotaExceededError: 'the disk is full',
  NotAllowedError: 'the browser was not allowed to write there',
  NoModificationAllowedError: 'the file is in use',
  SecurityError: 'the browser does not allow this folder',
  NotFoundError: 'the folder no longer exists',
  InvalidStateError: 'the folder has changed meanwhile',
  InvalidModificationError: 'a folder of that name is there',
  TypeMismatchError: 'a folder of that name is there',
  TypeError: 'the browser does not accept its name',
  NameTakenError: 'every name for it is taken in this folder',
};
