import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  callbackBody,
  conversationPayload,
  templateContent,
} from '../../../../main/examine/messages/body.ts';
import { encodings } from '../../../../main/examine/messages/encodings.ts';
import { knownEvents, unknownEvents } from '../../../../main/examine/messages/events.ts';
import { acceptedOffsets, invalidKinds } from '../../../../main/examine/messages/invalid.ts';
import { retryGaps } from '../../../../main/examine/messages/retry-gaps.ts';
import { type SignedMessage, signMessage } from '../../../../main/examine/messages/signing.ts';
import { messageTemplates } from '../../../../main/examine/messages/templates.ts';
import { insertMembers, unknownMembers } from '../../../../main/examine/messages/unknown-members.ts';
import { readMessage } from '../../../../main/features/signatures/engine/message.ts';
import { verify } from '../../../../main/features/signatures/engine/verify-callback.ts';

const key = 'a signing key';
const now = Date.parse('2026-02-03T04:05:06.789Z');
const ids = { id: 'callback-1', conversationId: 'conversation-1', now };

function verified({ headers, body }: SignedMessage) {
  const { 'X-Signature': signature = '', 'X-Signature-Timestamp': timestamp = '' } =
    Object.fromEntries(headers);
  return verify({ timestamp, signature, key, body, now });
}

function seeded(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('valid messages', () => {
  test('every template in every encoding is verified and read as a complete message', async () => {
    for (const template of messageTemplates) {
      for (const { id: encoding } of encodings) {
        const body = callbackBody(templateContent(template, ids), { encoding });
        const { signature, time } = await verified(signMessage(body, key, now));
        expect([template.id, encoding, signature.verdict, time.verdict]).toEqual([
          template.id,
          encoding,
          'match',
          'good',
        ]);
        const { verdict, missing, callbackId, target, event } = readMessage(body);
        expect({ verdict, missing, callbackId, target, event }).toEqual({
          verdict: 'complete',
          missing: [],
          callbackId: 'callback-1',
          target: template.target,
          event: template.event,
        });
      }
    }
  });

  test('there is a template for every target and event of the interface, and for unknown ones', () => {
    for (const { target, event } of knownEvents) {
      expect(messageTemplates.some((one) => one.target === target && one.event === event)).toBe(true);
    }
    expect(
      messageTemplates.filter((one) => !readMessage(callbackBody(templateContent(one, ids))).known),
    ).toHaveLength(2);
    for (const { target, event } of unknownEvents) {
      expect(knownEvents).not.toContainEqual({ target, event });
    }
  });

  test('encodings differ in bytes and mean the same', () => {
    const template = messageTemplates.find(({ id }) => id === 'awkward-text') as (typeof messageTemplates)[0];
    const bodies = encodings.map(({ id }) =>
      Buffer.from(callbackBody(templateContent(template, ids), { encoding: id })),
    );
    expect(new Set(bodies.map((body) => body.toString('hex'))).size).toBe(encodings.length);
    expect(new Set(bodies.map((body) => JSON.stringify(JSON.parse(body.toString())))).size).toBe(1);
    expect(bodies[0]?.toString()).toContain('"reliability":1.0,"exponent":1E2,"large":12345678901234567890');
  });

  test('a conversation of the service is kept byte for byte', () => {
    const response = '{ "id" : "c-1",\n "result":{"verify":{"reliability":0.50}}, "big":9007199254740993}';
    const body = callbackBody({
      id: 'x',
      created: '2026-01-01T00:00:00Z',
      target: 'CONVERSATION',
      event: 'FINISHED',
      payload: conversationPayload(response),
    });
    expect(Buffer.from(body).toString()).toContain(response);
    expect(readMessage(body).conversationId).toBe('c-1');
  });

  test('a body is filled up to a size', () => {
    const content = templateContent(messageTemplates[0] as (typeof messageTemplates)[0], ids);
    const body = callbackBody(content, { bytes: 100_000 });
    expect(body.length).toBe(100_000);
    expect(readMessage(body).verdict).toBe('complete');
    expect(callbackBody(content, { bytes: 10 })).toEqual(callbackBody(content));
  });
});

describe('unknown members', () => {
  test('leave every known member as it is', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...messageTemplates), (seed, template) => {
        const content = templateContent(template, ids);
        const plain = JSON.parse(Buffer.from(callbackBody(content)).toString());
        const extended = JSON.parse(Buffer.from(callbackBody(content, { random: seeded(seed) })).toString());
        expect(extended).toMatchObject(plain);
        expect(Object.keys(extended).length).toBeGreaterThan(Object.keys(plain).length);
        expect(Object.keys(extended.payload).length).toBeGreaterThan(Object.keys(plain.payload).length);
      }),
    );
  });

  test('are inserted into any object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.nat(),
        fc.constantFrom(0, 2),
        (object, seed, indent) => {
          const members = unknownMembers(seeded(seed));
          const text = insertMembers(JSON.stringify(object, null, indent), members);
          expect(Object.keys(JSON.parse(text)).length).toBeGreaterThan(0);
          expect(JSON.parse(text)).toEqual({
            ...JSON.parse(`{${members}}`),
            ...JSON.parse(JSON.stringify(object)),
          });
        },
      ),
    );
  });
});

describe('invalid messages', () => {
  const body = callbackBody(templateContent(messageTemplates[0] as (typeof messageTemplates)[0], ids));

  test.each(invalidKinds.map((kind) => [kind.id, kind] as const))(
    '%s is refused by the engine',
    async (_id, kind) => {
      const { signature, time } = await verified(kind.make({ body, key, now }));
      expect(signature.verdict === 'match' && time.verdict === 'good').toBe(false);
      // The kinds of rule 1 are signed correctly, so that nothing but the time can be the reason.
      const isUnstamped = kind.id === 'no-timestamp' || kind.id === 'empty-timestamp';
      if (kind.rule === '6.4, rule 1' && !isUnstamped) {
        expect(signature.verdict).toBe('match');
      }
      if (kind.rule !== '6.4, rule 1' && kind.id !== 'no-headers') {
        expect(time.verdict).toBe('good');
      }
    },
  );

  test('each header is missing and empty alone, and both are missing together', () => {
    const names = (id: string) =>
      invalidKinds
        .find((kind) => kind.id === id)
        ?.make({ body, key, now })
        .headers.map(([name, value]) => (value === '' ? `${name}, empty` : name))
        .filter((name) => name.startsWith('X-'));
    expect(names('no-signature')).toEqual(['X-Signature-Timestamp']);
    expect(names('no-timestamp')).toEqual(['X-Signature']);
    expect(names('empty-signature')).toEqual(['X-Signature, empty', 'X-Signature-Timestamp']);
    expect(names('empty-timestamp')).toEqual(['X-Signature', 'X-Signature-Timestamp, empty']);
    expect(names('no-headers')).toEqual([]);
  });

  test('differ from each other', () => {
    const made = invalidKinds.map((kind) => {
      const { headers, body: sent } = kind.make({ body, key, now });
      return JSON.stringify([headers, Buffer.from(sent).toString('hex')]);
    });
    expect(new Set(made).size).toBe(invalidKinds.length);
    expect(new Set(invalidKinds.map(({ id }) => id)).size).toBe(invalidKinds.length);
  });

  test('accepted offsets are within the tolerance', async () => {
    for (const offset of acceptedOffsets) {
      const { time, signature } = await verified(signMessage(body, key, now + offset));
      expect([time.verdict, signature.verdict]).toEqual(['good', 'match']);
    }
  });
});

test('retries: the first at once, growing, at least 20 attempts over 4 days', () => {
  const gaps = retryGaps();
  expect(gaps[0]).toBe(0);
  expect(gaps.length + 1).toBe(20);
  expect(gaps.every((gap, index) => index === 0 || gap > (gaps[index - 1] ?? 0))).toBe(true);
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBe(4 * 24 * 3_600_000);
});
