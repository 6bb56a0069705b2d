import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { keptIn } from '../../../../preload/contract/console-key.ts';
import { receiptApproval } from '../../../common/approval.ts';
import { Failure } from '../../../common/failure.ts';
import type { Target } from '../../../common/target.ts';
import type { ConsoleSignature, ConsoleSigner } from '../console-key/console-key.ts';

export const receiptFormat = 'assay-receipt-1';

/**
 * The content of a receipt. `previous` is the digest of the console's previous receipt, so that a removed one is detected. Times are ISO
 * 8601.
 */
export const receiptContent = z.strictObject({
  format: z.literal(receiptFormat),
  receiptId: z.string(),
  number: z.number().int().min(1),
  previous: z.string(),
  environment: z.strictObject({ id: z.string(), name: z.string(), kind: z.string(), baseUrl: z.string() }),
  conversationId: z.string(),
  /** `salt:SHA-256(salt + user key)`, both in hexadecimal; null if the user key was unknown. */
  userKeyHash: z.string().nullable(),
  mode: z.enum(['EXPIRE', 'END_MONITORING', 'DELETE_DATA']),
  /** The calls it is about. */
  steps: z.array(z.string()),
  reason: z.string(),
  ticket: z.string().nullable(),
  runId: z.string().nullable(),
  /** Time of the call; if Assay was ended before the response, the time just before it was sent. */
  askedAt: z.string(),
  /** Time of the service's acceptance; null if there was no response. */
  acceptedAt: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  requestId: z.string().nullable(),
  outcome: z.string(),
  /** The result of the read afterwards; null if nothing could be read. */
  read: z.strictObject({ at: z.string(), found: z.string() }).nullable(),
  user: z.string(),
  /** Of a second person, where one approved it. */
  approval: receiptApproval.optional(),
  key: z.strictObject({ id: z.string(), kept: keptIn }),
});
export type ReceiptContent = z.infer<typeof receiptContent>;

/** A signed receipt as it is kept: `content` is the JSON text whose bytes (UTF-8) were signed. */
export interface StoredReceipt extends Target {
  seq: number;
  receiptId: string;
  runId: string | undefined;
  itemId: number | undefined;
  mode: string;
  reason: string;
  outcome: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** SHA-256 of `content` in hexadecimal. */
  digest: string;
  content: string;
  signature: ConsoleSignature;
}

/** A receipt as it is read back: without its content while that cannot be opened. */
export type KeptReceipt = Omit<StoredReceipt, 'content'> & { content: string | undefined };

/** @throws Failure keychain-locked if its content cannot be opened */
export function opened(receipt: KeptReceipt): StoredReceipt {
  const { content } = receipt;
  if (content === undefined) {
    throw new Failure({
      code: 'keychain-locked',
      message: `Receipt ${receipt.seq} is sealed with a key that cannot be read now.`,
      hint: 'Unlock the keychain, or choose to use it again in Settings, then try again.',
    });
  }
  return { ...receipt, content };
}

/** The replacement for a text that cannot be opened. */
export const sealedText = '(sealed: its key cannot be read)';

/** A receipt before it is numbered and signed. */
export type ReceiptDraft = Omit<ReceiptContent, 'format' | 'number' | 'previous' | 'key'> & {
  itemId: number | undefined;
  /** Milliseconds since the epoch. */
  at: number;
};

/** The receipt of a run, which has the texts that are stored with its run. */
export type RunReceiptDraft = Omit<ReceiptDraft, 'ticket' | 'user' | 'runId'> & {
  runId: string;
};

export type Signer = Pick<ConsoleSigner, 'keyId' | 'kept' | 'sign'>;

/** Signs a receipt as the next one after `last`. */
export function signReceipt(
  { itemId, at, ...draft }: ReceiptDraft,
  last: { seq: number; digest: string } | undefined,
  signer: Signer,
): StoredReceipt {
  const seq = (last?.seq ?? 0) + 1;
  const content = JSON.stringify({
    format: receiptFormat,
    number: seq,
    previous: last?.digest ?? '0'.repeat(64),
    ...draft,
    key: { id: signer.keyId, kept: signer.kept },
  } satisfies ReceiptContent);
  return {
    seq,
    receiptId: draft.receiptId,
    runId: draft.runId ?? undefined,
    itemId,
    environmentId: draft.environment.id,
    conversationId: draft.conversationId,
    mode: draft.mode,
    reason: draft.reason,
    outcome: draft.outcome,
    at,
    digest: sha256(content),
    content,
    signature: signer.sign(Buffer.from(content)),
  };
}

/** SHA-256 of a text's UTF-8 in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns whether a digest made by `userKeyHash` is of this user key. */
export function isUserKeyHash(hash: string, userKey: string): boolean {
  const [salt = ''] = hash.split(':');
  return userKeyHash(userKey, salt) === hash;
}

/** Returns a salted digest of a user key, so that equal keys have different digests. */
export function userKeyHash(userKey: string, salt: string = randomBytes(16).toString('hex')): string {
  return `${salt}:${sha256(salt + userKey)}`;
}
