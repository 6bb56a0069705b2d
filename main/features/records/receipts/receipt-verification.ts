import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { type ReceiptApproval, receiptApprovalProblem } from '../../../common/approval.ts';
import { nameForAll } from '../../../common/name-for-all.ts';
import { findDuplicates } from '../../../service/response/duplicates.ts';
import { keyIdOf } from '../console-key/key-file.ts';
import { type ReceiptContent, receiptContent, sha256 } from './receipt.ts';
import {
  itemMark,
  receiptFileFormat,
  registerFormat,
  reportFormat,
  requestFormat,
  wholeFile,
} from './receipt-file.ts';

const signedMembers = {
  content: z.string(),
  signature: z.string(),
  publicKey: z.string(),
  keyId: z.string(),
};
const signedShape = z.object(signedMembers);
const readable = z.record(z.string(), z.unknown());
const fileShape = z.object({
  format: z.literal(receiptFileFormat),
  items: z.array(z.unknown()).optional(),
  receipts: z.array(z.object({ receipt: readable, ...signedMembers })),
  summary: z.object({ report: readable, ...signedMembers }).optional(),
});

/** The most duplicate members, and the most changed items, that are named. */
const maxNamed = 20;

const summaryShape = z.object({
  format: z.enum([reportFormat, registerFormat, requestFormat]),
  items: z.number(),
  itemsDigest: z.string(),
  itemMarks: z.string(),
  receipts: z.number(),
  receiptsDigest: z.string(),
  key: z.object({ id: z.string() }),
});

export interface ReceiptProblem {
  /** The part of the file, such as `Receipt 3`. */
  where: string;
  message: string;
}

/** A member of a team whose signature a receipt has. */
interface Signatory {
  name: string;
  keyId: string;
}

export interface ReceiptVerification {
  receipts: number;
  /** True if a signed summary covers the whole file. */
  hasSummary: boolean;
  /** True if the keys were compared with those of a console. */
  keysChecked: boolean;
  /** The ids of the keys it is signed with. */
  keyIds: string[];
  /** Receipts whose key was not stored in a keychain. */
  sessionKeys: number;
  /** The pairs of members who proposed and approved, with the ids of their keys. */
  approvals: Record<'proposed' | 'approved', Signatory>[];
  problems: ReceiptProblem[];
}

/**
 * Verifies a receipt file, the report of a run or the register, and names changed parts. The text must be what Assay writes for its signed
 * parts, apart from white space: nothing that is shown is left unsigned.
 * @param keyIds the keys of the console that supposedly created it; undefined if they are unknown
 * @throws SyntaxError, ZodError if it is not such a file
 */
export function verifyReceiptFile(
  text: string,
  keyIds: ReadonlySet<string> | undefined,
): ReceiptVerification {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const file = fileShape.parse(JSON.parse(plain));
  const problems: ReceiptProblem[] = duplicateProblems(plain);
  const usedKeyIds = new Set<string>();
  let sessionKeys = 0;
  let before: { number: number; digest: string } | undefined;
  const digests: string[] = [];
  const approvals = new Map<string, ReceiptVerification['approvals'][number]>();
  for (const [index, entry] of file.receipts.entries()) {
    const where = `Receipt ${index + 1}`;
    const add = (message: string) => problems.push({ where, message });
    const content = signedContent(entry, entry.receipt, keyIds, add);
    usedKeyIds.add(entry.keyId);
    const digest = sha256(content.text);
    digests.push(digest);
    const receipt = receiptContent.safeParse(content.value);
    if (!receipt.success) {
      add('The signed content is not a receipt.');
      before = undefined;
      continue;
    }
    const { number, previous, key } = receipt.data;
    if (key.id !== entry.keyId) {
      add('The receipt names a different key from the one it contains.');
    }
    if (receipt.data.approval !== undefined) {
      const problem = approvalProblem(receipt.data, receipt.data.approval);
      if (problem !== undefined) {
        add(problem);
      }
      const { proposal, approval } = receipt.data.approval;
      const pair = { proposed: signatoryOf(proposal), approved: signatoryOf(approval) };
      approvals.set(JSON.stringify(pair), pair);
    }
    sessionKeys += key.kept === 'session' ? 1 : 0;
    if (before !== undefined && number <= before.number) {
      add(`Its number (${number}) does not follow that of the receipt before it (${before.number}).`);
    } else if (before !== undefined && number === before.number + 1 && previous !== before.digest) {
      add('It does not follow the receipt before it: one of the two is not the one that was written.');
    }
    before = { number, digest };
  }
  const { summary, items = [] } = file;
  const lines = items.map((item) => JSON.stringify(item));
  if (summary !== undefined) {
    const add = (message: string) => problems.push({ where: 'Summary', message });
    const content = signedContent(summary, summary.report, keyIds, add);
    usedKeyIds.add(summary.keyId);
    problems.push(...checkSummary(content.value, { digests, lines, keyId: summary.keyId }, add));
  } else if (file.items !== undefined || file.receipts.length !== 1) {
    problems.push({ where: 'Summary', message: 'It was removed: only a single receipt has none.' });
  }
  // A change is reported only if there is no other problem, which is more exact.
  if (problems.length === 0) {
    const report = summary && { items: lines, summary: signedPart(summary) };
    const line = firstDifference(plain, wholeFile(file.receipts.map(signedPart), report));
    if (line !== undefined) {
      problems.push({
        where: `Line ${line}`,
        message: 'Its text is not covered by a signature, or was rewritten.',
      });
    }
  }
  return {
    receipts: file.receipts.length,
    hasSummary: file.summary !== undefined,
    keysChecked: keyIds !== undefined,
    keyIds: [...usedKeyIds],
    sessionKeys,
    approvals: [...approvals.values()],
    problems,
  };
}

/** Returns what is wrong with the approval of a receipt; undefined where it proves what the receipt says. */
function approvalProblem(receipt: ReceiptContent, approval: ReceiptApproval): string | undefined {
  const environment = nameForAll(receipt.environment.id, receipt.environment.baseUrl);
  return receiptApprovalProblem(approval, { ...receipt, environment, keyId: receipt.key.id });
}

function signatoryOf({ name, publicKey }: ReceiptApproval['proposal']): Signatory {
  return { name, keyId: keyIdOf(Buffer.from(publicKey, 'base64')) };
}

function signedContent(
  entry: { content: string; signature: string; publicKey: string; keyId: string },
  plainContent: Record<string, unknown>,
  keyIds: ReadonlySet<string> | undefined,
  add: (message: string) => void,
): { text: string; value: unknown } {
  const bytes = Buffer.from(entry.content, 'base64');
  const spki = Buffer.from(entry.publicKey, 'base64');
  const key = publicKey(spki);
  if (key === undefined) {
    add('Its public key is not an Ed25519 key.');
  } else if (!verify(null, bytes, key, Buffer.from(entry.signature, 'base64'))) {
    add('The signature does not match: what was signed, the signature or the key was changed.');
  }
  if (keyIdOf(spki) !== entry.keyId) {
    add('The key id is not that of the public key.');
  }
  if (keyIds !== undefined && !keyIds.has(keyIdOf(spki))) {
    add('It was signed with a key that does not belong to this console.');
  }
  const text = bytes.toString('utf8');
  const value: unknown = attempt(() => JSON.parse(text));
  const names = new Set([...Object.keys(plainContent), ...Object.keys((value ?? {}) as object)]);
  const changedNames = [...names].filter(
    (name) => !isDeepStrictEqual(plainContent[name], ((value ?? {}) as Record<string, unknown>)[name]),
  );
  if (changedNames.length > 0) {
    add(`The readable text differs from the signed content: ${changedNames.join(', ')} was changed.`);
  }
  return { text, value };
}

/** Adds the problems of the summary, and returns the items that are not those it was made with. */
function checkSummary(
  value: unknown,
  report: { digests: readonly string[]; lines: readonly string[]; keyId: string },
  add: (message: string) => void,
): ReceiptProblem[] {
  const { digests, lines } = report;
  const summary = summaryShape.safeParse(value);
  if (!summary.success) {
    add('The signed content is not a summary.');
    return [];
  }
  const { items, itemMarks, receipts, receiptsDigest, itemsDigest, key } = summary.data;
  if (key.id !== report.keyId) {
    add('The summary names a different key from the one it contains.');
  }
  if (digests.length !== receipts) {
    add(`The report was made with ${receipts} receipts and has ${digests.length} now.`);
  } else if (sumOf(digests) !== receiptsDigest) {
    add('The receipts are not those the report was made with.');
  }
  if (lines.length !== items) {
    add(`The report was made with ${items} conversations and has ${lines.length} now.`);
  } else if (sumOf(lines) !== itemsDigest) {
    add('The list of conversations is not the one the report was made with.');
  } else {
    return [];
  }
  return changedItems(lines, itemMarks.match(/.{8}/g) ?? []);
}

/** Returns the items that are not among those of the report, and those that are missing. */
function changedItems(lines: readonly string[], marks: readonly string[]): ReceiptProblem[] {
  const now = lines.map(itemMark);
  const markSet = new Set(marks);
  const present = new Set(now);
  const other = lines.flatMap((line, index) =>
    markSet.has(now[index] ?? '')
      ? []
      : [{ where: `Item ${index + 1}${nameOf(line)}`, message: 'It was changed or added.' }],
  );
  const missing = marks.flatMap((mark, index) =>
    present.has(mark)
      ? []
      : [{ where: `Item ${index + 1} of the report as it was made`, message: 'It was changed or removed.' }],
  );
  return [...other, ...(lines.length < marks.length ? missing : [])].slice(0, maxNamed);
}

function nameOf(line: string): string {
  const item: unknown = JSON.parse(line);
  const id = (item as { conversationId?: unknown } | null)?.conversationId;
  return typeof id === 'string' ? ` (${id.slice(0, 100)})` : '';
}

/** Returns a part as Assay writes it, whatever is written around its base64. */
function signedPart({ content, signature, publicKey, keyId }: z.infer<typeof signedShape>) {
  const canonical = (base64: string) => Buffer.from(base64, 'base64').toString('base64');
  return {
    content: Buffer.from(content, 'base64').toString('utf8'),
    signature: { signature: canonical(signature), publicKey: canonical(publicKey), keyId },
  };
}

function duplicateProblems(text: string): ReceiptProblem[] {
  const utf8 = Buffer.from(text);
  return findDuplicates(text, utf8, maxNamed).map(({ path, at: [, second = 0] }) => ({
    where: `Line ${lineOf(utf8, second)}`,
    message: `The member ${path} occurs more than once, and programs differ in which one they show.`,
  }));
}

function lineOf(utf8: Buffer, offset: number): number {
  return utf8.subarray(0, offset).toString('latin1').split('\n').length;
}

/** Returns the first line in which a text differs from the expected one, apart from white space, counted from 1; undefined if they are equal. */
function firstDifference(text: string, expected: string): number | undefined {
  const tokens = text.matchAll(jsonToken);
  const should = expected.matchAll(jsonToken);
  let at = 0;
  for (;;) {
    const one = tokens.next().value;
    const other = should.next().value;
    if (one === undefined && other === undefined) {
      return undefined;
    }
    at = one?.index ?? text.length;
    if (one === undefined || other === undefined || sameForm(one[0]) !== sameForm(other[0])) {
      return text.slice(0, at).split('\n').length;
    }
  }
}

/** A string, a number or word, or a mark. */
const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"{}[\],:]+|["{}[\],:]/g;

/** Programs that indent JSON may write the characters of a string in another way; a number stays as it is written. */
function sameForm(token: string): string {
  return token.startsWith('"') && token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
}

function sumOf(lines: readonly string[]): string {
  const sum = createHash('sha256');
  for (const line of lines) {
    sum.update(`${line}\n`);
  }
  return sum.digest('hex');
}

function publicKey(spki: Buffer): KeyObject | undefined {
  const key = attempt(() => createPublicKey({ key: spki, format: 'der', type: 'spki' }));
  return key?.asymmetricKeyType === 'ed25519' ? key : undefined;
}
