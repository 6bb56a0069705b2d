import pLimit from 'p-limit';
import type { FileMismatch } from '../../preload/contract/cases.ts';
import { FailuresInRow } from '../../preload/contract/failures-in-row.ts';
import type { OperationOutput, ParsedInput } from '../../preload/contract/operations.ts';
import { fileMismatchOf } from '../../preload/wording/findings.ts';
import { Failure } from '../failure.ts';
import type { ServiceClient } from '../service/port.ts';
import { firstBytesNeeded, typeOfFirstBytes } from './first-bytes.ts';
import { detectMediaKind } from './media-kind.ts';
import { peek } from './peek.ts';

/** Files that are asked for at the same time. */
const concurrency = 4;

export interface Examined {
  mismatches: OperationOutput<'media.examine'>['mismatches'];
  /** Every file could be examined. */
  isComplete: boolean;
}

/**
 * Finds the files of a case that are not what they claim to be, by their first bytes: a small part of each is asked for, and a service
 * that sends the whole file instead is stopped after them.
 *
 * @throws the signal's reason
 */
export async function examineFiles(
  client: Pick<ServiceClient, 'openMedia'>,
  { conversationId, media }: ParsedInput<'media.examine'>,
  signal: AbortSignal,
): Promise<Examined> {
  const limit = pLimit(concurrency);
  const failures = new FailuresInRow();
  let isComplete = true;
  const found = await Promise.all(
    media.map((item) =>
      limit(async () => {
        signal.throwIfAborted();
        if (failures.reason !== undefined) {
          isComplete = false;
          return undefined;
        }
        try {
          const mismatch = await mismatchOf(client, conversationId, item, signal);
          failures.succeeded();
          return mismatch;
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
  return { mismatches: found.filter((one) => one !== undefined), isComplete };
}

async function mismatchOf(
  client: Pick<ServiceClient, 'openMedia'>,
  conversationId: string,
  { mediaId, contentType, ...codes }: ParsedInput<'media.examine'>['media'][number],
  signal: AbortSignal,
): Promise<(FileMismatch & { mediaId: string }) | undefined> {
  const range = `bytes=0-${firstBytesNeeded - 1}`;
  const reply = await client.openMedia(conversationId, mediaId, { signal, range });
  try {
    const { first } = await peek(reply.body, signal);
    const { isMismatch, foundType } = detectMediaKind(
      [contentType, reply.contentType],
      typeOfFirstBytes(first),
    );
    return isMismatch
      ? { mediaId, ...fileMismatchOf(codes, contentType ?? reply.contentType, foundType) }
      : undefined;
  } finally {
    reply.body.destroy();
  }
}
