import { lstat, readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { deletionMode, deletionReason } from '../../../preload/contract/deletion.ts';
import { environmentId } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { setFileAside } from '../../store/sqlite-file.ts';
import type { NewItem, StoredRun } from './runs/store/records.ts';
import type { RunStore } from './runs/store/run-store.ts';

/** A sent deletion as former versions kept it: ids, times and the outcome. No personal data and no text of the response. */
const text = z.string().max(2048);
const deletionRecord = z.object({
  deletionId: text,
  environmentId,
  /** The service it was sent to; if the environment's address changes, it is another service. */
  baseUrl: text,
  conversationId: text,
  mode: deletionMode,
  /** A digest (login-digests.ts) of the API key's login it was sent with, since another login may see other conversations. */
  loginDigest: text.optional(),
  /** True if the conversation held data just before, so that its absence is a proof. */
  hadData: z.boolean(),
  /** For the receipt. The environment may be called otherwise later. */
  environmentName: text.optional(),
  environmentKind: text.optional(),
  reason: deletionReason.optional(),
  ticket: text.optional(),
  /** `salt:SHA-256(salt + user key)`, both in hexadecimal. */
  userKeyHash: text.optional(),
  /** ISO 8601, as are all times. */
  sentAt: text,
  /** When the response came, or when it was certain that none would come. */
  answeredAt: text.optional(),
  httpStatus: z.number().int().optional(),
  /** The error code when there was no usable response; `closed` when Assay was closed first. */
  failedBy: text.optional(),
  statusDetail: text.optional(),
  requestId: text.optional(),
  /** Undefined until there is a response. */
  outcome: z.enum(['confirmed', 'refused', 'finished', 'not-done', 'accepted', 'unknown']).optional(),
  settledAt: text.optional(),
});
type DeletionRecord = z.infer<typeof deletionRecord>;

/** Returns whether the effect is proved. */
function isSettled({ outcome }: DeletionRecord): boolean {
  return outcome !== undefined && outcome !== 'accepted' && outcome !== 'unknown';
}

/** Records are parsed one by one, so that an invalid one does not invalidate the others. */
const fileShape = z.object({ version: z.literal(1), deletions: z.array(z.unknown()) });
/** Larger than a file with the most records of the greatest length. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Takes over `deletions.json`, in which former versions kept the single deletions that were not settled or not shown yet, as runs of one, and
 * removes it. Those not settled send nothing more, and are read until their effect is known. A file with invalid parts is kept under another name;
 * its valid records are taken over.
 * @returns why deletions could not be read, with the name under which the file is kept
 * @throws Failure deletion-not-recorded: the file stays for the next start
 */
export async function takeOverFile(
  path: string,
  store: Pick<RunStore, 'request'>,
  { actor, at }: { actor: string; at: Date },
): Promise<string | undefined> {
  let read: z.ZodSafeParseResult<DeletionRecord>[];
  try {
    const stats = await lstat(path);
    const isReadable = stats.isFile() && stats.size <= maxBytes;
    const text = isReadable ? await readFile(path, 'utf8') : '';
    const parsed = fileShape.safeParse(attempt(() => JSON.parse(text)));
    if (!parsed.success) {
      return lostText('The list', 'is lost: it is damaged', setFileAside(path, 'damaged', at));
    }
    read = parsed.data.deletions.map((value) => deletionRecord.safeParse(value));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') {
      return lostText('The list', `is lost: it cannot be read (${code})`, path);
    }
    read = [];
  }
  const records = read.flatMap(({ data }) => data ?? []);
  for (const record of records) {
    const receipt = await store.request('receiptOutcome', { receiptId: record.deletionId });
    const { ticket } = record;
    await store.request('takeOver', {
      run: runOf(record),
      texts: { actor, ...omitUndefined({ ticket }) },
      items: [itemOf(record, receipt?.outcome as NewItem['outcome'])],
    });
  }
  const lost = read.length - records.length;
  if (lost > 0) {
    const count = lost === 1 ? 'One deletion in the list' : `${lost} deletions in the list`;
    return lostText(count, 'could not be read', setFileAside(path, 'damaged', at));
  }
  await rm(path, { force: true });
  return undefined;
}

function runOf(record: DeletionRecord): StoredRun {
  return {
    runId: record.deletionId,
    environmentId: record.environmentId,
    environmentName: record.environmentName ?? record.environmentId,
    environmentKind: record.environmentKind ?? 'unknown',
    baseUrl: record.baseUrl,
    mode: record.mode,
    reason: record.reason ?? 'other',
    createdAt: Date.parse(record.sentAt),
    state: isSettled(record) ? 'done' : 'cancelled',
    pace: { concurrency: 1, stopAfter: 1 },
  };
}

/** @param receipt the outcome that its receipt gives, if it has one */
function itemOf(record: DeletionRecord, receipt: NewItem['outcome']): NewItem {
  const { outcome, settledAt } = record;
  const isAnswer = outcome === 'accepted' || outcome === 'unknown';
  const isProof = outcome === 'confirmed' || outcome === 'finished';
  const ended = outcome === 'not-done' ? 'failed' : outcome;
  return {
    conversationId: record.conversationId,
    plan: [record.mode],
    state: isSettled(record) ? 'done' : isAnswer ? 'sent' : 'sending',
    outcome: isSettled(record) ? (ended as NewItem['outcome']) : undefined,
    record: {
      attempts: 1,
      askedAt: Date.parse(record.sentAt),
      answeredAt: record.answeredAt === undefined ? undefined : Date.parse(record.answeredAt),
      answer: isAnswer ? outcome : isProof && record.httpStatus === 202 ? 'accepted' : undefined,
      loginDigest: record.loginDigest,
      hadData: record.hadData,
      unclear: true,
      userKeyHash: record.userKeyHash,
      httpStatus: record.httpStatus,
      requestId: record.requestId,
      detail: record.statusDetail ?? record.failedBy,
      ...(isProof && settledAt !== undefined ? { foundAt: Date.parse(settledAt) } : {}),
      receipt,
    },
  };
}

function lostText(subject: string, fault: string, keptAt: string): string {
  return `${subject} of deletions that were unfinished when Assay was last used ${fault}. Open the conversations you recently deleted or expired again. The file is kept at ${keptAt}.`;
}
