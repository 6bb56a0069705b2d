import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { NamedKey } from '../../../../main/features/signatures/engine/changes/keys.ts';

export interface Vector {
  name: string;
  timestamp: string;
  signature: string;
  bodyBase64: string;
  /** `match`, `none`, or family and code of the cause. */
  expect: string;
}

interface Vectors {
  signingKey: string;
  otherSigningKeys: string[];
  apiKey: { login: string; password: string };
  cases: Vector[];
}

/** Created with an independent implementation. */
export const vectors: Vectors = JSON.parse(
  readFileSync(new URL('vectors/signatures.json', import.meta.url), 'utf8'),
);

export const signingKey: NamedKey = {
  role: 'signing-key',
  label: 'main',
  environment: 'Acme test',
  value: vectors.signingKey,
};

export const candidates: NamedKey[] = [
  ...vectors.otherSigningKeys.map(
    (value): NamedKey => ({ role: 'signing-key', label: 'old', environment: 'Acme test', value }),
  ),
  { role: 'api-login', environment: 'Acme test', value: vectors.apiKey.login },
  { role: 'api-password', environment: 'Acme test', value: vectors.apiKey.password },
];

export const timestamp = '1767225600123';

/** Signed here without the engine, so that its mistakes cannot cancel out. */
export function sign(
  body: string | Uint8Array,
  { key = vectors.signingKey, at = timestamp }: { key?: string | Uint8Array; at?: string } = {},
): string {
  return createHmac('sha256', key).update(`${at}:`).update(body).digest('hex');
}

/** A typical callback: compact, with non-ASCII text, escapes, integers and fractions. */
export const callback = {
  id: '5b0c7c2e-6a0d-4a1f-9a53-0f3f4f2f7c11',
  created: '2026-01-01T00:00:00.123Z',
  target: 'CONVERSATION',
  event: 'FINISHED',
  payload: {
    conversation: {
      id: '022e8eaf-b06d-44b9-a68f-45eef1353dbe',
      userKey: 'u-1',
      url: 'https://verify.example/c/022e8eaf?x=1&y=<2>+3',
      status: 'FINISHED',
      result: {
        identity: {
          status: 'FINISHED',
          user: { person: { name: { firstName: 'Łucja “Lu”', lastName: "Żółć-Núñez O'Hara" } } },
          checks: [],
        },
        verify: { status: 'FINISHED', reliability: 0.75, details: [] },
      },
    },
  },
};
