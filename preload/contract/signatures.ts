import { z } from 'zod';
import { environmentId } from './environments.ts';
import { jsonValue } from './json.ts';
import { bytes, operation, underRule } from './operation.ts';
import { maxText, maxWholeBody } from './signature-limits.ts';

const body = bytes.refine(({ byteLength }) => byteLength <= maxWholeBody, 'A body has at most 32 MiB');

/** The key to check with: a saved one, all saved ones, or one entered for this check and not saved. */
export const keyChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stored'), environmentId, keyId: z.string().max(64) }),
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('pasted'), key: z.string().min(1).max(4096) }),
]);
export type KeyChoice = z.infer<typeof keyChoice>;

/** The callback's headers (interface 6.1), as pasted. */
const headers = z.object({
  timestamp: z.string().max(10_000),
  signature: z.string().max(10_000),
  key: keyChoice,
});

const checkHeaders = headers.extend({
  /** Judges the timestamp at this moment (ISO 8601) instead of now. */
  asOf: z.iso.datetime({ offset: true }).optional(),
  /** The number of bytes that the request's `Content-Length` announces, when it is known. */
  contentLength: z.number().int().min(0).optional(),
});

/** A key by its names, never its value; without environment when it was pasted. */
export const keyName = z.object({
  environmentId: environmentId.optional(),
  environmentName: z.string().optional(),
  label: z.string(),
});
export type KeyName = z.infer<typeof keyName>;

/** Three independent verdicts (interface 6.4, 6.2). */
export const verification = z.object({
  /** Names this check in `signatures.expected`. */
  id: z.string(),
  signature: z.object({
    /** `unchecked` when a part of what was signed is not at hand. */
    verdict: z.enum(['match', 'mismatch', 'malformed', 'unchecked']),
    /** The reason: `upper-case`, `wrong-length`, `missing`, `short-body` … */
    code: z.string(),
    sentence: z.string(),
    /** The key that matched. */
    key: keyName.optional(),
    /** The number of keys that were tried. */
    tried: z.number().int(),
  }),
  time: z.object({
    verdict: z.enum(['good', 'past', 'future', 'unreadable']),
    sentence: z.string(),
    /** Milliseconds from the timestamp to the moment of the check; negative for a timestamp in the future. */
    skewMs: z.number().optional(),
    /** The unit that the timestamp seems to have instead of milliseconds. */
    unit: z.enum(['seconds', 'microseconds']).optional(),
    /** The moment at which the timestamp was judged (ISO 8601). */
    comparedWith: z.string(),
    /** True if that moment was given, as the time of receipt for example, instead of being the present. */
    asOf: z.boolean().optional(),
  }),
  message: z.object({
    verdict: z.enum(['complete', 'incomplete', 'not-json', 'empty', 'too-large']),
    sentences: z.array(z.string()),
    /** Paths of members of interface 6.2 that are absent or of another type. */
    missing: z.array(z.string()),
    /** True if the pair of target and event is in interface 6.2. */
    known: z.boolean(),
    callbackId: z.string().optional(),
    conversationId: z.string().optional(),
    target: z.string().optional(),
    event: z.string().optional(),
    created: z.string().optional(),
    /**
     * When the same callback id was first checked in this session (ISO 8601), and whether every check was of this same delivery
     * (timestamp, signature and length); absent the first time.
     */
    seen: z.object({ firstAt: z.string(), sameDelivery: z.boolean() }).optional(),
  }),
  bodyBytes: z.number().int(),
  /** Keys that could not be read, as texts: the keychain is locked … */
  unreadKeys: z.array(z.string()),
});
export type Verification = z.infer<typeof verification>;

/**
 * The first bytes that differ between the received and the signed data. Excerpts in hexadecimal, lengths and offsets in
 * bytes.
 */
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

/** A proved cause: with exactly this change the signature is equal. */
export const finding = z.object({
  code: z.string(),
  family: z.enum(['key', 'body', 'timestamp', 'message', 'signature', 'algorithm', 'combined']),
  sentence: z.string(),
  remedy: z.string(),
  /** True if the remedy includes a raw-body recipe. */
  rawBody: z.boolean(),
  /** Other changes of the same kind with the same result. */
  also: z.array(z.string()),
  difference: difference.optional(),
});
export type SignatureFinding = z.infer<typeof finding>;

export const explanation = z.object({
  findings: z.array(finding),
  matches: z.boolean(),
  /** The number of computations. */
  tried: z.number().int(),
  complete: z.boolean(),
  stoppedBy: z.enum(['cancelled', 'budget', 'too-large', 'limit']).optional(),
  /** Changes that were not tried because the body is too large, as sentences. */
  limits: z.array(z.string()).optional(),
  ruledOut: z.array(z.string()),
  /** Kinds of causes of which common ones were tried; others of the kind remain possible. */
  attempted: z.array(z.string()),
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

/** One request found in pasted or dropped input. */
export const importedRequest = z.object({
  method: z.string().optional(),
  url: z.string().optional(),
  timestamp: z.string().optional(),
  signature: z.string().optional(),
  /** The exact bytes of the source. */
  body: bytes.optional(),
  /** The value of the header `Content-Length`, in bytes. */
  contentLength: z.number().int().min(0).optional(),
  /** When it was received, by a log line, an archive or the header `Date` (ISO 8601). */
  receivedAt: z.string().optional(),
  /** The body's target and event, to distinguish several requests. */
  target: z.string().optional(),
  event: z.string().optional(),
  notes: z.array(z.object({ code: z.string(), sentence: z.string() })),
});
export type ImportedRequest = z.infer<typeof importedRequest>;

const importResult = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    source: z.enum(['http', 'curl', 'curl-trace', 'powershell', 'har', 'http-file', 'json', 'log']),
    /** The most likely one first. */
    requests: z.array(importedRequest).min(1),
  }),
  z.object({ ok: z.literal(false), code: z.string(), sentence: z.string() }),
]);
export type ImportResult = z.output<typeof importResult>;

/** One member of two JSON values, such as a callback’s conversation and the present response; absent where it does not exist. */
export const comparedMember = z.object({
  /** Such as `result.identity.errors[0]`, or `header x-signature`. */
  path: z.string(),
  state: z.enum(['same', 'changed', 'only-first', 'only-second']),
  first: jsonValue.optional(),
  second: jsonValue.optional(),
});
export type ComparedMember = z.infer<typeof comparedMember>;

export const comparedMembers = z.object({
  /** The numbers of differing and of all members; `members` may be truncated and has the differing ones first. */
  differing: z.number().int(),
  total: z.number().int(),
  members: z.array(comparedMember),
});
export type ComparedMembers = z.infer<typeof comparedMembers>;

export const comparison = comparedMembers.extend({
  conversationId: z.string(),
  environmentName: z.string(),
  /** When the service was read (ISO 8601). */
  readAt: z.string(),
});

const comparedMessage = z.object({
  headers: z.array(z.tuple([z.string(), z.string()])),
  body,
});
export type ComparedMessage = z.infer<typeof comparedMessage>;

/** The way to read the raw body in one framework and check the signature. */
export const recipe = z.object({
  id: z.string(),
  framework: z.string(),
  language: z.string(),
  note: z.string(),
  code: z.string(),
});

export const signatureOperations = underRule('integration', {
  /** Finds timestamp, signature and body in a request, cURL command, HAR, `.http` file or JSON. */
  'signatures.import': operation({
    input: z.object({
      source: z.union([z.string().max(maxText), body]),
      /** True if the bytes are the UTF-8 of pasted text, whose line ends may differ from the original's. */
      pasted: z.boolean().optional(),
    }),
    output: importResult,
  }),
  'signatures.verify': operation({ input: checkHeaders.extend({ body }), output: verification }),
  /** The expected signature for each key of a check. Requested only by the user, since it allows forging a body. */
  'signatures.expected': operation({
    input: z.object({ verificationId: z.string().max(64) }),
    output: z.object({ expected: z.array(z.object({ key: keyName, signature: z.string() })) }),
  }),
  /** Searches for the change that makes the signature match; when cancelled, it returns the findings so far. */
  'signatures.explain': operation({
    input: headers.extend({ body }),
    output: explanation,
    progress: explainStep,
  }),
  /** Compares the callback's conversation with a new read (interface 4.2), member by member. */
  'signatures.compare': operation({
    input: z.object({ environmentId, body }),
    output: comparison,
  }),
  /** Compares two messages, headers and bodies, member by member. @throws Failure invalid-input if a body is not JSON */
  'signatures.compareMessages': operation({
    input: z.object({ first: comparedMessage, second: comparedMessage }),
    output: comparedMembers,
  }),
  'signatures.recipes': operation({ input: z.object({}), output: z.object({ recipes: z.array(recipe) }) }),
});
