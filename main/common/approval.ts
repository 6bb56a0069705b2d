import { createHash, createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { proposalMode } from '../../preload/contract/approvals.ts';
import { deletionReason, ticketNumber } from '../../preload/contract/deletion.ts';
import { planStep } from '../../preload/contract/deletion-runs.ts';
import { conversationId } from '../../preload/contract/service/reading.ts';
import { attempt } from '../../preload/shared/attempt.ts';
import { canonicalJson } from '../../preload/shared/canonical-json.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.number().int().min(0).max(4_102_444_800_000);

/** The most conversations of one proposal: its list is one entry of the team's log. */
export const maxProposed = 1000;
/** The time within which a proposal is answered, and an approved one is carried out. Milliseconds. */
export const proposalMs = 86_400_000;

/** The calls for one conversation, and its state when it was read: a digest, or the code of the failure to read it. Empty where there is none. */
export const proposedItem = z.strictObject({
  conversationId,
  plan: z.array(planStep).max(2),
  status: z.string().max(64),
  state: z.string().max(64),
});
export type ProposedItem = z.infer<typeof proposedItem>;

/** The text that the author of a proposal signs, in this order. Digests are in hexadecimal, times in milliseconds since the epoch. */
const proposalText = z.strictObject({
  format: z.literal('assay-proposal-1'),
  id: z.uuid(),
  team: z.uuid(),
  /** The member: the digest of their public key. */
  by: digest,
  at: time,
  /** The environment as all consoles name it. */
  environment: z.string().min(1).max(2048),
  mode: proposalMode,
  reason: deletionReason,
  ticket: ticketNumber.nullable(),
  /** The digest of the reason: to delete what must still be kept, or for an act other than a deletion. */
  early: digest.nullable(),
  /** The time to begin at. */
  startsAt: time.nullable(),
  count: z.number().int().min(0).max(maxProposed),
  /** The root of the tree over the items. */
  root: digest,
  /** Operation and input without the cases, as canonical JSON. Absent for a deletion. */
  act: z.string().max(2000).optional(),
});
export type Proposal = z.infer<typeof proposalText>;

/** A proposal in the words of this console. */
export interface NewProposal extends Pick<Proposal, 'id' | 'mode' | 'reason' | 'act'> {
  environmentId: string;
  ticket: string | undefined;
  earlyReason: string | undefined;
  startsAt: number | undefined;
  items: readonly ProposedItem[];
}

/** A proposal to a second person of the team, with the list that its author signed. */
export interface OpenProposal {
  proposal: Proposal;
  items: readonly ProposedItem[];
  earlyReason: string | undefined;
}

/** The text that who answers a proposal signs. */
const answerText = z.strictObject({
  format: z.literal('assay-approval-1'),
  team: z.uuid(),
  by: digest,
  at: time,
  /** The digest of the proposal's text. */
  proposal: digest,
  verdict: z.enum(['approved', 'rejected']),
  /** The member whose console carries it out. */
  carrier: digest,
});
export type Answer = z.infer<typeof answerText>;

/** A text and the signature of its author. */
export const signedText = z.strictObject({ text: z.string().max(8000), signature: z.base64().max(100) });
export type SignedText = z.infer<typeof signedText>;

/** A signed text with the key it verifies with (SubjectPublicKeyInfo, base64), and the name of its author. */
const attribution = signedText.extend({ publicKey: z.base64().max(200), name: z.string().max(80) });

/** A proposal and its approval with what proves both. */
const proofs = z.strictObject({ proposal: attribution, approval: attribution });
export type ApprovalProofs = z.infer<typeof proofs>;

/** An approved proposal as its run keeps it. */
export const approvedProposal = proofs.extend({ items: z.array(proposedItem).max(maxProposed) });
export type ApprovedProposal = z.infer<typeof approvedProposal>;

/** The approval in a receipt: with the place of its conversation in the list that was approved. */
export const receiptApproval = proofs.extend({
  item: proposedItem,
  index: z.number().int().min(0).max(maxProposed),
  path: z.array(digest).max(20),
});
export type ReceiptApproval = z.infer<typeof receiptApproval>;

export const writeProposal = (value: Omit<Proposal, 'format'>) =>
  write(proposalText, 'assay-proposal-1', value);
export const readProposal = (text: string) => read(proposalText, text);
export const writeAnswer = (value: Omit<Answer, 'format'>) => write(answerText, 'assay-approval-1', value);
export const readAnswer = (text: string) => read(answerText, text);

function write<T extends z.ZodObject>(shape: T, format: string, value: object): string {
  return JSON.stringify(shape.parse({ format, ...value }));
}

/** Returns undefined for anything that `write` would not have written. */
function read<T extends z.ZodObject>(shape: T, text: string): z.output<T> | undefined {
  return attempt(() => {
    const value = shape.parse(JSON.parse(text));
    return JSON.stringify(value) === text ? value : undefined;
  });
}

/** SHA-256 in hexadecimal. */
export function digestOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
  }
  return hash.digest('hex');
}

/**
 * Returns a digest that is the same as long as a response of the service says the same. The address for the user may be another one in each response.
 * @param salt the id of the proposal, so that those of different proposals cannot be compared
 */
export function stateDigest(salt: string, { url: _, ...conversation }: Record<string, unknown>): string {
  return digestOf(salt, canonicalJson(conversation));
}

/** Returns the root of the tree over the items, which is the digest of exactly this list. */
export function rootOf(items: readonly ProposedItem[]): string {
  return levelsOf(items).at(-1)?.[0] ?? digestOf();
}

/** Returns what is needed beside an item to compute the root: at each level its neighbour, where it has one. */
export function pathOf(items: readonly ProposedItem[], index: number): string[] {
  return levelsOf(items).flatMap((level, height) => level[(index >> height) ^ 1] ?? []);
}

/** Returns the root of a list of `count` items of which only one is there. */
export function rootFrom(
  item: ProposedItem,
  { index, count, path }: { index: number; count: number; path: readonly string[] },
): string | undefined {
  let hash = leafOf(item);
  let position = 0;
  let at = index;
  for (let width = count; width > 1; width = (width + 1) >> 1) {
    if ((at ^ 1) < width) {
      const other = path[position] ?? '';
      hash = at % 2 === 0 ? nodeOf(hash, other) : nodeOf(other, hash);
      position += 1;
    }
    at >>= 1;
  }
  return position === path.length && index < count ? hash : undefined;
}

/** The trees of lists, each of which is needed once for every receipt. */
const trees = new WeakMap<readonly ProposedItem[], string[][]>();

function levelsOf(items: readonly ProposedItem[]): string[][] {
  const earlier = trees.get(items);
  if (earlier !== undefined) {
    return earlier;
  }
  const levels = [items.map(leafOf)];
  trees.set(items, levels);
  for (let level = levels[0] ?? []; level.length > 1; ) {
    level = level.flatMap((hash, at) => {
      const next = level[at + 1];
      return at % 2 === 1 ? [] : [next === undefined ? hash : nodeOf(hash, next)];
    });
    levels.push(level);
  }
  return levels;
}

function leafOf({ conversationId: id, plan, status, state }: ProposedItem): string {
  return digestOf(`item ${JSON.stringify([id, plan, status, state])}`);
}

function nodeOf(left: string, right: string): string {
  return digestOf(`node ${left} ${right}`);
}

/** Returns what is wrong with an approved proposal, in words; the two texts where both prove what they say. */
export function verifiedApproval({
  proposal: signedProposal,
  approval: answer,
}: ApprovalProofs): string | { proposal: Proposal; approval: Answer } {
  const statement = readProposal(signedProposal.text);
  const approval = readAnswer(answer.text);
  if (statement === undefined || approval === undefined) {
    return 'The proposal or its approval is not as Assay writes it.';
  }
  if (!isSignedWith(signedProposal, statement.by)) {
    return 'The proposal was not signed by the member it names, or was changed since.';
  }
  if (!isSignedWith(answer, approval.by)) {
    return 'The approval was not signed by the member it names, or was changed since.';
  }
  if (approval.proposal !== digestOf(signedProposal.text) || approval.team !== statement.team) {
    return 'The approval is of another proposal.';
  }
  if (approval.verdict !== 'approved') {
    return 'The proposal was rejected.';
  }
  if (approval.by === statement.by || isSameName(signedProposal.name, answer.name)) {
    return 'The proposal was approved by the person who made it.';
  }
  return { proposal: statement, approval };
}

/** Returns the part of an approved proposal that is about one conversation, for its receipt; undefined where it is not in the list. */
export function approvalOf(
  { items, ...signedTexts }: ApprovedProposal,
  conversation: string,
): ReceiptApproval | undefined {
  const index = items.findIndex((item) => item.conversationId === conversation);
  const item = items[index];
  return item && { ...signedTexts, item, index, path: pathOf(items, index) };
}

/** The facts in a receipt that its approval must have, too. */
interface ReceiptFacts extends Record<'conversationId' | 'mode' | 'reason' | 'environment', string> {
  ticket: string | null;
  runId: string | null;
  /** The key that signed the receipt. */
  keyId: string;
}

/** Returns what is wrong with the approval in a receipt, in words; undefined where it proves what the receipt says. */
export function receiptApprovalProblem(
  { item, index, path, ...signedTexts }: ReceiptApproval,
  receipt: ReceiptFacts,
): string | undefined {
  const proof = verifiedApproval(signedTexts);
  if (typeof proof === 'string') {
    return proof;
  }
  const { proposal, approval } = proof;
  const { root, count } = proposal;
  if (rootFrom(item, { index, count, path }) !== root || item.conversationId !== receipt.conversationId) {
    return 'Its conversation is not in the list that was approved.';
  }
  if (approval.carrier !== receipt.keyId) {
    return 'It was approved for another console than the one that signed the receipt.';
  }
  const isSame =
    proposal.id === receipt.runId &&
    item.plan.some((step) => step === receipt.mode) &&
    proposal.reason === receipt.reason &&
    proposal.ticket === receipt.ticket &&
    proposal.environment === receipt.environment;
  return isSame ? undefined : 'The act is not the one that was approved.';
}

function isSignedWith({ text, signature, publicKey }: z.infer<typeof attribution>, by: string): boolean {
  const der = Buffer.from(publicKey, 'base64');
  return digestOf(der) === by && isSignedText({ text, signature }, publicKey);
}

/** @param publicKey SubjectPublicKeyInfo (DER), base64 */
export function isSignedText({ text, signature }: SignedText, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

/** Returns whether two members have the name of one person: a second key of somebody approves nothing of theirs. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').toLowerCase();
  return plain(one) === plain(other);
}
