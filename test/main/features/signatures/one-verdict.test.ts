import { expect, test } from 'vitest';
import { runCli } from '../../../../main/features/signatures/cli.ts';
import { ReceivedVerifier } from '../../../../main/features/signatures/received.ts';
import { SignatureWork } from '../../../../main/features/signatures/signature-work.ts';
import type { CallbackVerification } from '../../../../preload/contract/callbacks.ts';
import { keyStore, openSignatureHarness } from './signature-harness.ts';
import { callback, sign, timestamp, vectors } from './vectors.ts';

interface Given {
  timestamp: string;
  signature: string;
  body: Uint8Array<ArrayBuffer>;
  /** The moment at which the timestamp is judged, milliseconds since the epoch. */
  moment: number;
}

const bytes = (text: string) => Uint8Array.from(Buffer.from(text));
const body = bytes(JSON.stringify(callback));
const good: Given = { timestamp, signature: sign(body), body, moment: Number(timestamp) };
const signed = (text: string): Given => ({ ...good, body: bytes(text), signature: sign(text) });
const minutes = (count: number) => Number(timestamp) + count * 60_000;

const messages: [name: string, given: Given][] = [
  ...vectors.cases.map((vector): [string, Given] => [
    vector.name,
    {
      timestamp: vector.timestamp,
      signature: vector.signature,
      body: Uint8Array.from(Buffer.from(vector.bodyBase64, 'base64')),
      moment: Number(timestamp),
    },
  ]),
  ['a signature in upper case', { ...good, signature: good.signature.toUpperCase() }],
  ['a signature cut off', { ...good, signature: good.signature.slice(0, 40) }],
  ['no signature', { ...good, signature: '' }],
  ['another signature', { ...good, signature: sign('another') }],
  ['a time as old as is allowed', { ...good, moment: minutes(5) }],
  ['a time a millisecond older', { ...good, moment: minutes(5) + 1 }],
  ['a time in the future', { ...good, moment: minutes(-6) }],
  ['a time that is none', { ...good, timestamp: 'yesterday' }],
  ['an empty body', signed('')],
  ['a body that is not JSON', signed('{')],
  ['an incomplete message', signed('{"id":"1"}')],
  ['an unknown event', signed(JSON.stringify({ ...callback, event: 'OTHER' }))],
];

test.each(messages)(
  'the window, a received message and the command line say the same: %s',
  async (_name, given) => {
    const command = await byCommand(given);
    expect(await inWindow(given)).toEqual(command);
    expect(await received(given)).toEqual(command);
  },
);

/** Returns the members that both have; the command line calls a malformed signature a mismatch, as its exit status does. */
function common({ signature, time, message, bodyBytes }: CallbackVerification) {
  const { key: _, tried: __, ...verdict } = signature;
  const { comparedWith: ___, ...timeVerdict } = time;
  return {
    signature: { ...verdict, verdict: verdict.verdict === 'match' ? 'match' : 'mismatch' },
    time: { ...timeVerdict, skewMs: timeVerdict.skewMs ?? null },
    message,
    bodyBytes,
  };
}

async function inWindow({ timestamp, signature, body, moment }: Given) {
  const { call } = openSignatureHarness({ now: () => moment });
  const key = { kind: 'pasted', key: vectors.signingKey } as const;
  return common(await call('signatures.verify', { timestamp, signature, key, body }));
}

async function received({ timestamp, signature, body, moment }: Given) {
  const work = new SignatureWork();
  const keys = {
    ...keyStore,
    signingKeys: async () => [{ id: 'main', label: 'Main', key: vectors.signingKey }],
  };
  try {
    const verifier = new ReceivedVerifier({ keys, work, elapsed: () => 0 });
    const message = { timestamp, signature, body, receivedAt: moment };
    const { verification } = await verifier.check('second', message);
    return verification && common(verification);
  } finally {
    await work.close();
  }
}

async function byCommand({ timestamp, signature, body, moment }: Given) {
  let printed = '';
  const options = ['--timestamp', timestamp, '--signature', signature, '--key-file', 'key', '--json'];
  await runCli([...options, 'body'], {
    stdin: undefined,
    stdout: { write: (text) => (printed += text) },
    stderr: { write: (text) => (printed += text) },
    readFile: async () => bytes(vectors.signingKey),
    async *openFile() {
      yield body;
    },
    now: () => moment,
  });
  const { signature: verdict, time, message, bodyBytes } = JSON.parse(printed);
  return { signature: verdict, time, message, bodyBytes };
}
