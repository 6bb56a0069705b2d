import { createHash, randomUUID } from 'node:crypto';
import { type HeadlessFile, maxHeadlessFile } from '../../../preload/contract/headless.ts';
import { Failure } from '../../common/failure.ts';

/** A file that is held in memory until its step is submitted. */
export interface StagedFile {
  view: HeadlessFile;
  bytes: Uint8Array;
}

/** Returns the type of a file, by its content. */
export type InspectFile = (bytes: Uint8Array) => Pick<HeadlessFile, 'type' | 'size' | 'isShown' | 'reason'>;

/** @throws Failure limit-exceeded */
export function stageFile(
  name: string,
  fileName: string,
  bytes: Uint8Array,
  inspect: InspectFile,
): StagedFile {
  if (bytes.byteLength > maxHeadlessFile) {
    throw new Failure({
      code: 'limit-exceeded',
      message: `A file can be up to ${maxHeadlessFile / 1024 / 1024} MB. This one was not added.`,
      hint: 'Choose a smaller file.',
    });
  }
  if (bytes.byteLength === 0) {
    throw new Failure({ code: 'invalid-input', message: 'The file is empty. It was not added.' });
  }
  const view = {
    fileId: randomUUID(),
    name,
    fileName,
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...inspect(bytes),
  };
  return { view, bytes };
}

/** Returns the file as a value of a field; the interface does not say how files are sent (4.7). */
export function fileText({ bytes, view }: StagedFile, form: 'base64' | 'data-url'): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return form === 'base64' ? base64 : `data:${view.type ?? 'application/octet-stream'};base64,${base64}`;
}
