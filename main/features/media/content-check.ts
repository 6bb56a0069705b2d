import pLimit from 'p-limit';
import type { FileMismatch } from '../../../preload/contract/cases.ts';
import type { CheckedFile, CheckedPart } from '../../../preload/contract/media.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { ParsedInput } from '../../../preload/contract/operations.ts';
import { FailuresInRow } from '../../../preload/shared/failures-in-row.ts';
import { fileMismatchOf } from '../../../preload/wording/findings.ts';
import { Failure } from '../../common/failure.ts';
import type { ServiceClient } from '../../service/port.ts';
import { safeFileName } from './file-name.ts';
import { firstBytesNeeded, typeOfFirstBytes } from './first-bytes.ts';
import { detectMediaKind } from './media-kind.ts';
import { peek } from './peek.ts';
import { totalOf } from './resumed-body.ts';

/** Files that are asked for at the same time. */
const concurrency = 4;
/** The number of files after which findings are reported. */
const partSize = 100;

/** The files are in the order in which they were asked for. */
export interface ContentCheck extends CheckedPart {
  /** True if every file could be checked. */
  isComplete: boolean;
}

/**
 * Finds the files of a case that are not what they claim to be, by their first bytes, and the name and size of each: a small part of each is asked for, and a service
 * that sends the whole file instead is stopped after them.
 *
 * @param onPart called with what was found since it was last called, where there are many files
 * @throws the signal's reason
 */
export async function checkContents(
  client: Pick<ServiceClient, 'openMedia'>,
  { conversationId, media }: ParsedInput<'media.checkContents'>,
  signal: AbortSignal,
  onPart: (part: CheckedPart) => void = () => undefined,
): Promise<ContentCheck> {
  const limit = pLimit(concurrency);
  let part: FoundInFile[] = [];
  const failures = new FailuresInRow();
  let isComplete = true;
  const contents = await Promise.all(
    media.map((item) =>
      limit(async () => {
        signal.throwIfAborted();
        if (failures.reason !== undefined) {
          isComplete = false;
          return undefined;
        }
        try {
          const one = await checkFile(client, conversationId, item, signal);
          failures.succeeded();
          part.push(one);
          if (part.length === partSize) {
            onPart(checkedPart(part));
            part = [];
          }
          return one;
        } catch (error) {
          if (signal.aborted || !(error instanceof Failure)) {
            throw error;
          }
          failures.failed(error);
          isComplete = false;
          return undefined;
        }
      }),
    ),
  );
  return { ...checkedPart(contents.filter((one) => one !== undefined)), isComplete };
}

interface FoundInFile {
  file: CheckedFile;
  mismatch: (FileMismatch & { mediaId: string }) | undefined;
}

function checkedPart(problems: readonly FoundInFile[]): CheckedPart {
  return {
    mismatches: problems.flatMap(({ mismatch }) => mismatch ?? []),
    files: problems.map(({ file }) => file),
  };
}

async function checkFile(
  client: Pick<ServiceClient, 'openMedia'>,
  conversationId: string,
  { mediaId, contentType, ...codes }: ParsedInput<'media.checkContents'>['media'][number],
  signal: AbortSignal,
): Promise<FoundInFile> {
  const range = `bytes=0-${firstBytesNeeded - 1}`;
  const response = await client.openMedia(conversationId, mediaId, { signal, range });
  try {
    const { first } = await peek(response.body, signal);
    const { isMismatch, foundType } = detectMediaKind(
      [contentType, response.contentType],
      typeOfFirstBytes(first),
    );
    const fileName = safeFileName(response.contentDisposition, foundType ?? response.contentType, mediaId);
    return {
      file: { mediaId, fileName, ...omitUndefined({ bytes: totalOf(response) }) },
      mismatch: isMismatch
        ? { mediaId, ...fileMismatchOf(codes, contentType ?? response.contentType, foundType) }
        : undefined,
    };
  } finally {
    response.body.destroy();
  }
}
