import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainAll } from '../../../../main/features/signatures/engine/explain.ts';
import { fuzzRuns } from '../../../support/full-tests.ts';
import { candidates, sign, signingKey, timestamp, vectors } from './vectors.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const similarity = fc.constantFrom(0.25, 0.5, 0.999);
const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' });

/** A callback of interface 6.2, with unknown members in its payload (6.1, rule 5). */
const callbacks = fc
  .record({
    id: fc.uuid(),
    created: fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    target: fc.constantFrom('CONVERSATION', 'SUBSCRIPTION', 'SOMETHING_NEW'),
    event: fc.constantFrom('FINISHED', 'EXPIRED', 'NEW_DATA'),
    payload: fc.record({
      conversation: fc.record({
        id: fc.uuid(),
        userKey: text,
        status: fc.constantFrom('FINISHED', 'EXPIRED'),
        result: fc.record({ verify: fc.record({ status: text, reliability: similarity }), extra: json }),
      }),
    }),
  })
  // Contains something for every change below.
  .map((callback) => ({ ...callback, note: 'ż/<é>&+"\'' }));

const utf8 = (value: string) => Buffer.from(value, 'utf8');

/** From the sent body to the received one, written here without the engine. */
const journeys: Record<string, (body: string) => Uint8Array> = {
  'body:newline-added': (body) => utf8(`${body}\n`),
  'body:byte-order-mark': (body) => utf8(`\ufeff${body}`),
  'body:white-space': (body) => utf8(`\t${body}`),
  'body:encoding': (body) => utf8(utf8(body).toString('latin1')),
  'body:base64': (body) => utf8(utf8(body).toString('base64')),
  'body:wrapped': (body) => utf8(JSON.stringify(body)),
  'body:reserialized': (body) => utf8(JSON.stringify(JSON.parse(body), null, 2)),
  'body:html-escaping': (body) =>
    utf8(body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
  'body:form-escaping': (body) => utf8(encodeURIComponent(body)),
};

const keys: Record<string, string> = {
  'key:api-password': vectors.apiKey.password,
  'key:other-signing-key': vectors.otherSigningKeys[0] ?? '',
  'key:key-newline': `${vectors.signingKey}\n`,
  'key:key-quotes': `"${vectors.signingKey}"`,
};

test('finds a known change of a random callback', async () => {
  await fc.assert(
    fc.asyncProperty(callbacks, fc.constantFrom(...Object.keys(journeys)), async (callback, cause) => {
      const sent = JSON.stringify(callback);
      const arrived = journeys[cause]?.(sent) ?? utf8(sent);
      const { findings } = await explainAll({
        timestamp,
        signature: sign(sent),
        body: arrived,
        key: signingKey,
        candidates,
      });
      expect(findings.map(({ family, code }) => `${family}:${code}`)).toContain(cause);
    }),
    { numRuns: fuzzRuns(60) },
  );
});

test('finds a wrong key together with a wrong body', async () => {
  await fc.assert(
    fc.asyncProperty(
      callbacks,
      fc.constantFrom(...Object.keys(journeys)),
      fc.constantFrom(...Object.keys(keys)),
      async (callback, cause, wrongKey) => {
        const sent = JSON.stringify(callback);
        const arrived = journeys[cause]?.(sent) ?? utf8(sent);
        const { findings } = await explainAll({
          timestamp,
          signature: sign(sent, { key: keys[wrongKey] ?? '' }),
          body: arrived,
          key: signingKey,
          candidates,
        });
        const pairs = findings.map(({ changes }) =>
          changes.map(({ family, code }) => `${family}:${code}`).sort(),
        );
        expect(pairs).toContainEqual([cause, wrongKey].sort());
        expect(findings.every(({ family }) => family === 'combined')).toBe(true);
      },
    ),
    { numRuns: fuzzRuns(12) },
  );
});

test('finds nothing for a body whose content was changed', async () => {
  await fc.assert(
    fc.asyncProperty(callbacks, fc.constantFrom('status', 'id', 'created'), async (callback, what) => {
      const sent = JSON.stringify(callback);
      const { conversation } = callback.payload;
      const changed = {
        status: { ...callback, payload: { conversation: { ...conversation, status: 'CANCELED' } } },
        id: { ...callback, payload: { conversation: { ...conversation, id: 'another' } } },
        created: { ...callback, created: '2019-01-01T00:00:00Z' },
      }[what];
      const body = utf8(JSON.stringify(changed));
      const { findings, matches } = await explainAll({
        timestamp,
        signature: sign(sent),
        body,
        key: signingKey,
        candidates,
        budgetMs: 400,
      });
      expect({ findings, matches }).toEqual({ findings: [], matches: false });
    }),
    { numRuns: fuzzRuns(10) },
  );
});
