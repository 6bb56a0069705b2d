import { createHash, createHmac } from 'node:crypto';
import type { NamedKey } from '../../main/features/signatures/engine/changes/keys.ts';

/** One single cause: the received body and the signature over what was sent. */
export interface BenchCause {
  name: string;
  received: Buffer;
  signature: string;
}

export const timestamp = '1767225600123';
export const signingKey: NamedKey = {
  role: 'signing-key',
  label: 'main',
  value: 'sk_bench_5f0e7d1c9a3b48d2',
};
export const candidates: NamedKey[] = [
  { role: 'signing-key', label: 'old', value: 'sk_bench_old' },
  { role: 'api-login', value: 'acme' },
  { role: 'api-password', value: 'pk_bench' },
];

/** A callback of about this many bytes, in the shape of interface 6.2. */
export function bodyOf(bytes: number): string {
  const checks: unknown[] = [];
  const callback = {
    id: '5b0c7c2e-6a0d-4a1f-9a53-0f3f4f2f7c11',
    created: '2026-01-01T00:00:00.123Z',
    target: 'CONVERSATION',
    event: 'FINISHED',
    payload: {
      conversation: {
        id: '022e8eaf-b06d-44b9-a68f-45eef1353dbe',
        status: 'FINISHED',
        result: { identity: { status: 'FINISHED', checks } },
      },
    },
  };
  for (let length = JSON.stringify(callback).length; length < bytes; ) {
    const check = {
      name: 'CONSISTENCY_CHECK',
      result: 'ACCEPTED',
      details: {
        field: 'PERSON_NAME_FIRSTNAME',
        reason: `Łucja <${checks.length}> & co/“Żółć”`,
        score: 0.25,
      },
    };
    checks.push(check);
    length += JSON.stringify(check).length + 1;
  }
  return JSON.stringify(callback);
}

/** One of each kind of single cause. */
export function causesFor(sent: string): BenchCause[] {
  const body = Buffer.from(sent);
  const hmac = (
    message: string | Uint8Array,
    key: string | Uint8Array = String(signingKey.value),
    at = `${timestamp}:`,
  ) => createHmac('sha256', key).update(at).update(message).digest('hex');
  const right = hmac(body);
  const value: unknown = JSON.parse(sent);
  const sorted = (of: unknown): unknown =>
    Array.isArray(of)
      ? of.map(sorted)
      : typeof of === 'object' && of !== null
        ? Object.fromEntries(
            Object.entries(of)
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([name, member]) => [name, sorted(member)]),
          )
        : of;
  const arrived = (name: string, received: string | Buffer, signature = right): BenchCause => ({
    name,
    received: Buffer.from(received),
    signature,
  });
  const signed = (name: string, signature: string): BenchCause => ({ name, received: body, signature });
  const ascii = sent.replace(
    /[\x80-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [
    arrived('indented by a framework', JSON.stringify(value, null, 2)),
    signed('indented when signed', hmac(JSON.stringify(value, null, 4))),
    signed('API key’s password', hmac(body, 'pk_bench')),
    arrived('newline added', `${sent}\n`),
    signed('newline lost', hmac(`${sent}\n`)),
    signed('seconds', hmac(body, undefined, '1767225600:')),
    signed('key with a newline', hmac(body, `${signingKey.value}\n`)),
    signed('another signing key', hmac(body, 'sk_bench_old')),
    signed('no separator', hmac(body, undefined, timestamp)),
    signed('upper case', right.toUpperCase()),
    signed('Base64', Buffer.from(right, 'hex').toString('base64')),
    signed(
      'SHA-512',
      createHmac('sha512', String(signingKey.value)).update(`${timestamp}:`).update(body).digest('hex'),
    ),
    signed('plain hash, key last', hashLast(body)),
    signed('ISO 8601', hmac(body, undefined, '2026-01-01T00:00:00.123Z:')),
    signed('key in Base64', hmac(body, Buffer.from(String(signingKey.value)).toString('base64'))),
    arrived('byte order mark', `\ufeff${sent}`),
    arrived('read as Latin-1', body.toString('latin1')),
    arrived('read as Windows-1251', new TextDecoder('windows-1251').decode(body)),
    signed('body consumed', hmac('')),
    signed('NFD', hmac(sent.normalize('NFD'))),
    signed('in Base64', hmac(body.toString('base64'))),
    arrived(
      'escaped for HTML',
      sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ),
    signed('json.dumps escapes', hmac(ascii)),
    signed('json_encode escapes', hmac(ascii.replaceAll('/', '\\/'))),
    arrived('members sorted', JSON.stringify(sorted(value))),
    signed('only the payload', hmac(JSON.stringify((value as { payload: unknown }).payload))),
  ];
}

function hashLast(body: Buffer): string {
  return createHash('sha256')
    .update(`${timestamp}:`)
    .update(body)
    .update(String(signingKey.value))
    .digest('hex');
}
