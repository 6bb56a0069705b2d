import { expect } from 'vitest';
import { page } from 'vitest/browser';
import {
  type SignatureExplanation,
  type SignatureFinding,
  type Verification,
  verification,
} from '../../../preload/contract/signatures.ts';
import { newEnvironment, signingKey } from '../environments.ts';
import type { Replies } from '../fake-bridge.ts';
import { pasteInto } from '../files.ts';
import { type OpenedWindow, openWindow } from '../window.tsx';

export const conversationId = '00000000-0000-4000-8000-000000000001';
export const signedAt = '1760000000000';
export const signature = 'ab'.repeat(32);
export const bytesOf = (text: string) => new TextEncoder().encode(text);

export const fields = {
  import: page.getByLabelText('A whole request to import'),
  timestamp: page.getByLabelText('X-Signature-Timestamp'),
  signature: page.getByLabelText('X-Signature', { exact: true }),
  key: page.getByLabelText('Signing key'),
  body: page.getByLabelText('Body as text', { exact: true }),
};
export const verify = page.getByRole('button', { name: /^Verify/ });
export const verdicts = page.getByRole('region', { name: 'Verdicts' });
export const verdict = (label: string) =>
  expect.element(verdicts.getByText(label, { exact: true })).toBeVisible();

type Changes = Partial<{ [K in 'signature' | 'time' | 'message']: Partial<Verification[K]> }> &
  Partial<Omit<Verification, 'signature' | 'time' | 'message'>>;

/** Returns main's answer to a check: a genuine callback but for the changes. */
export function verified({ signature: first, time, message, ...rest }: Changes = {}): Verification {
  return verification.parse({
    id: 'check-1',
    signature: {
      verdict: 'match',
      code: 'match',
      sentence: 'The signature matches: this body was signed with this key.',
      key: { environmentId: 'acme', environmentName: 'Acme test', label: 'Current' },
      tried: 1,
      ...first,
    },
    time: {
      verdict: 'good',
      sentence: 'The timestamp is 2 seconds old.',
      comparedWith: '2026-01-15T12:00:00Z',
      ...time,
    },
    message: {
      verdict: 'complete',
      sentences: ['The conversation ended, whatever its result.'],
      missing: [],
      known: true,
      callbackId: 'callback-1',
      conversationId,
      target: 'CONVERSATION',
      event: 'FINISHED',
      ...message,
    },
    bodyBytes: 120,
    unreadKeys: [],
    ...rest,
  });
}

const { key: _, ...noKey } = verified().signature;

/** A check that fails: its cause is then searched. */
export const wrong = verified({
  signature: {
    ...noKey,
    key: undefined,
    verdict: 'mismatch',
    code: 'mismatch',
    sentence: 'It does not match.',
  },
});

export function explained(change: Partial<SignatureExplanation> = {}): SignatureExplanation {
  return {
    findings: [],
    matches: false,
    tried: 1234,
    complete: true,
    ruledOut: [],
    attempted: [],
    leaves: [],
    collect: [],
    unreadKeys: [],
    ...change,
  };
}

/** The body was indented after it was signed. */
export const reserialized: SignatureFinding = {
  code: 'reserialized',
  family: 'body',
  sentence: 'The signed content is this JSON written compact.',
  remedy: 'Check the signature of the body as it was received.',
  rawBody: true,
  also: [],
  difference: {
    of: 'body',
    offset: 1,
    from: 0,
    received: '7b0a202022696422',
    signed: '7b226964223a2263',
    receivedLength: 120,
    signedLength: 100,
  },
};

/** The page of signatures in an environment that has two keys. */
export async function openSignatures(replies: Replies = {}): Promise<OpenedWindow> {
  const acme = newEnvironment(
    'acme',
    { name: 'Acme test' },
    { signingKeys: [signingKey('current', 'Current'), signingKey('retired', 'Retired')] },
  );
  const opened = await openWindow(
    {
      'signatures.recipes': () => ({
        recipes: [
          { id: 'express', framework: 'Express', language: 'JavaScript', note: 'A note.', code: 'raw()' },
          { id: 'django', framework: 'Django', language: 'Python', note: 'Its note.', code: 'request.body' },
        ],
      }),
      'signatures.verify': () => verified(),
      'signatures.explain': () => explained(),
      ...replies,
    },
    { hash: '#/signatures', environments: [acme] },
  );
  await expect.element(fields.import).toBeVisible();
  return opened;
}

/** Fills in all fields by hand. */
export async function enter(body: string, { timestamp = signedAt, sent = signature } = {}): Promise<void> {
  await fields.timestamp.fill(timestamp);
  await fields.signature.fill(sent);
  await fields.body.fill(body);
}

/** Pastes a request, of which `request` is what main finds in it. */
export async function paste(text: string): Promise<void> {
  pasteInto(await fields.import.element(), text);
}
