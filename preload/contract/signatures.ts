import { z } from 'zod';
import { environmentId } from './environments.ts';
import { jsonValue } from './json.ts';
import { bytes, operation } from './operation.ts';
import { maxPiece, maxText, maxWholeBody } from './signature-limits.ts';

const wholeBody = bytes.refine(
  (body) => body.byteLength <= maxWholeBody,
  'A body above 32 MiB is streamed, not handed over in one piece',
);

/** A body by itself, or as the one that was streamed for the last check and is still held in main. */
const bodyAtHand = z.union([wholeBody, z.object({ verificationId: z.string().max(64) })]);
export type BodyAtHand = z.infer<typeof bodyAtHand>;

/** Which key to check with: one in the keychain, every one the console holds, or one pasted for this check and not kept. */
export const keyChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stored'), environmentId, keyId: z.string().max(64) }),
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('pasted'), key: z.string().min(1).max(4096) }),
]);
export type KeyChoice = z.infer<typeof keyChoice>;

/** What was sent along with the body (interface 6.1), as pasted. */
const headers = z.object({
  timestamp: z.string().max(10_000),
  signature: z.string().max(10_000),
  key: keyChoice,
});

const judged = headers.extend({
  /** Judge the time as of this moment (ISO 8601) instead of now. */
  asOf: z.iso.datetime({ offset: true }).optional(),
});

/** A key by its names; no environment where it was pasted. Never its value. */
export const keyName = z.object({
  environmentId: environmentId.optional(),
  environmentName: z.string().optional(),
  label: z.string(),
});
export type KeyName = z.infer<typeof keyName>;

/** Three verdicts that do not depend on each other (interface 6.4, 6.2). */
export const verification = z.object({
  /** Names this check in `signatures.expected`. */
  id: z.string(),
  signature: z.object({
    verdict: z.enum(['match', 'mismatch', 'malformed']),
    /** Why, more finely: `upper-case`, `wrong-length` … */
    code: z.string(),
    sentence: z.string(),
    /** The key that matched. */
    key: keyName.optional(),
    /** How many keys were tried. */
    tried: z.number().int(),
  }),
  time: z.object({
    verdict: z.enum(['good', 'past', 'future', 'unreadable']),
    sentence: z.string(),
    /** Milliseconds from the timestamp to the moment judged by; negative when the timestamp lies in the future. */
    skewMs: z.number().optional(),
    /** The moment judged by (ISO 8601). */
    judgedBy: z.string(),
  }),
  message: z.object({
    verdict: z.enum(['complete', 'incomplete', 'not-json', 'empty', 'too-large']),
    sentences: z.array(z.string()),
    /** Paths of members of interface 6.2 that are absent or of another type. */
    missing: z.array(z.string()),
    /** The pair of target and event stands in interface 6.2. */
    known: z.boolean(),
    callbackId: z.string().optional(),
    conversationId: z.string().optional(),
    target: z.string().optional(),
    event: z.string().optional(),
    created: z.string().optional(),
    /** The same callback id was checked before in this session. */
    seenBefore: z.boolean(),
    /** When it was first checked (ISO 8601), and whether only as this very delivery (same timestamp, signature and length). */
    seen: z.object({ firstAt: z.string(), sameDelivery: z.boolean() }).optional(),
  }),
  bodyBytes: z.number().int(),
  /** Keys that could not be had, in words: the keychain of an environment is locked … */
  unreadKeys: z.array(z.string()),
});
export type Verification = z.infer<typeof verification>;

/** The first bytes in which what is at hand and what was signed part. Slices in hexadecimal, lengths and offsets in bytes. */
const difference = z.object({
  of: z.enum(['body', 'message']),
  offset: z.number().int(),
  from: z.number().int(),
  received: z.string(),
  signed: z.string(),
  receivedLength: z.number().int(),
  signedLength: z.number().int(),
});
export type Difference = z.infer<typeof difference>;

/** A cause that was proved: with exactly this change the signature is equal. */
export const finding = z.object({
  code: z.string(),
  family: z.enum(['key', 'body', 'timestamp', 'message', 'signature', 'algorithm', 'combined']),
  sentence: z.string(),
  remedy: z.string(),
  /** A raw-body recipe is part of the remedy. */
  rawBody: z.boolean(),
  /** Other ways of the same kind that give the very same bytes. */
  also: z.array(z.string()),
  difference: difference.optional(),
});
export type SignatureFinding = z.infer<typeof finding>;

export const explanation = z.object({
  findings: z.array(finding),
  matches: z.boolean(),
  /** Computations made. */
  tried: z.number().int(),
  complete: z.boolean(),
  stoppedBy: z.enum(['cancelled', 'budget', 'too-large', 'limit']).optional(),
  /** What was not tried because the body is too large for it, in words. */
  limits: z.array(z.string()).optional(),
  ruledOut: z.array(z.string()),
  leaves: z.array(z.string()),
  collect: z.array(z.string()),
  unreadKeys: z.array(z.string()),
});
export type SignatureExplanation = z.infer<typeof explanation>;

const explainStep = z.discriminatedUnion('type', [
  z.object({ type: z.literal('finding'), finding }),
  z.object({
    type: z.literal('progress'),
    stage: z.enum(['single', 'pairs']),
    tried: z.number().int(),
    total: z.number().int(),
  }),
]);
export type ExplainStep = z.infer<typeof explainStep>;

/** One request found in what was pasted or dropped. */
export const importedRequest = z.object({
  method: z.string().optional(),
  url: z.string().optional(),
  timestamp: z.string().optional(),
  signature: z.string().optional(),
  /** Exactly the bytes of the source. */
  body: bytes.optional(),
  /** What the body says of itself, to tell several requests apart. */
  target: z.string().optional(),
  event: z.string().optional(),
  notes: z.array(z.object({ code: z.string(), sentence: z.string() })),
});
export type ImportedRequest = z.infer<typeof importedRequest>;

const importResult = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    source: z.enum(['http', 'curl', 'har', 'http-file', 'json', 'log']),
    /** The one most likely meant first. */
    requests: z.array(importedRequest).min(1),
  }),
  z.object({ ok: z.literal(false), code: z.string(), sentence: z.string() }),
]);
export type ImportResult = z.output<typeof importResult>;

/** One member of the conversation, as the callback has it and as the service says it now; absent where it has none. */
export const comparedMember = z.object({
  /** Such as `result.identity.errors[0]`. */
  path: z.string(),
  state: z.enum(['same', 'changed', 'only-callback', 'only-service']),
  callback: jsonValue.optional(),
  service: jsonValue.optional(),
});
export type ComparedMember = z.infer<typeof comparedMember>;

export const comparison = z.object({
  conversationId: z.string(),
  environmentName: z.string(),
  /** When the service was asked (ISO 8601). */
  readAt: z.string(),
  /** How many members differ, and how many there are; `members` may hold fewer, those that differ first of all. */
  differing: z.number().int(),
  total: z.number().int(),
  members: z.array(comparedMember),
});
export type Comparison = z.infer<typeof comparison>;

/** How one framework gets at the raw body and checks the signature. */
export const recipe = z.object({
  id: z.string(),
  framework: z.string(),
  language: z.string(),
  note: z.string(),
  code: z.string(),
});
export type SignatureRecipe = z.infer<typeof recipe>;

const stream = z.object({ streamId: z.string().max(64) });

export const signatureOperations = {
  /** Reads timestamp, signature and body out of a request, cURL command, HAR, `.http` file or JSON. */
  'signatures.import': operation({
    input: z.object({
      source: z.union([z.string().max(maxText), wholeBody]),
      /** The bytes are the UTF-8 of a text that was pasted: its line ends may not be the original's. */
      pasted: z.boolean().optional(),
    }),
    output: importResult,
  }),
  'signatures.verify': operation({ input: judged.extend({ body: wholeBody }), output: verification }),
  /** The same for a body of any length: begun, fed in order piece by piece, finished. At most four at once. */
  'signatures.stream.begin': operation({ input: judged, output: stream }),
  'signatures.stream.append': operation({
    input: stream.extend({
      /** Where the piece begins: everything before it has been handed over. */
      at: z.number().int().min(0),
      bytes: bytes.refine(({ byteLength }) => byteLength <= maxPiece, 'A piece has at most 1 MiB'),
    }),
    output: z.object({ received: z.number().int() }),
  }),
  'signatures.stream.finish': operation({ input: stream, output: verification }),
  'signatures.stream.abandon': operation({ input: stream, output: z.object({}) }),
  /** What the service would have sent, for each key tried in a check: only when the person asks, since it lets a forged body pass. */
  'signatures.expected': operation({
    input: z.object({ verificationId: z.string().max(64) }),
    output: z.object({ expected: z.array(z.object({ key: keyName, signature: z.string() })) }),
  }),
  /** Searches for the change that makes the signature match; cancelled, it answers with what it has. */
  'signatures.explain': operation({
    input: headers.extend({ body: bodyAtHand }),
    output: explanation,
    progress: explainStep,
  }),
  /** The callback's conversation beside a fresh read (interface 4.2), member by member. */
  'signatures.compare': operation({
    input: z.object({ environmentId, body: bodyAtHand }),
    output: comparison,
  }),
  'signatures.recipes': operation({ input: z.object({}), output: z.object({ recipes: z.array(recipe) }) }),
};
