import { z } from 'zod';
import { environmentId } from './environments.ts';
import { bytes, operation } from './operation.ts';

/** The longest body that crosses the bridge in one piece; longer ones are streamed. Bytes. */
export const longestWholeBody = 32 * 1024 * 1024;

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
  /** Judge the time as of this moment (ISO 8601) instead of now. */
  asOf: z.iso.datetime({ offset: true }).optional(),
});

/** Three verdicts that do not depend on each other (interface 6.4, 6.2). */
export const verification = z.object({
  signature: z.object({
    verdict: z.enum(['match', 'mismatch', 'malformed']),
    sentence: z.string(),
    /** The key that matched, where more than one was tried. */
    key: z.object({ environmentName: z.string().optional(), label: z.string() }).optional(),
  }),
  time: z.object({
    verdict: z.enum(['good', 'past', 'future', 'unreadable']),
    sentence: z.string(),
    /** Milliseconds from the timestamp to the moment judged by; negative when the timestamp lies in the future. */
    skewMs: z.number().optional(),
  }),
  message: z.object({
    verdict: z.enum(['complete', 'incomplete', 'not-json', 'empty', 'too-large']),
    sentences: z.array(z.string()),
    callbackId: z.string().optional(),
    conversationId: z.string().optional(),
    target: z.string().optional(),
    event: z.string().optional(),
    created: z.string().optional(),
    /** The same callback id was checked before in this session. */
    seenBefore: z.boolean(),
  }),
  bodyBytes: z.number().int(),
});
export type Verification = z.infer<typeof verification>;

export const signatureOperations = {
  'signatures.verify': operation({
    input: headers.extend({
      body: bytes.refine((body) => body.byteLength <= longestWholeBody, 'At most 32 MiB in one piece'),
    }),
    output: verification,
  }),
};
