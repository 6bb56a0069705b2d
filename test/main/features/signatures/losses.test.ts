import { describe, expect, test } from 'vitest';
import { explainAll } from '../../../../main/features/signatures/engine/explain.ts';
import { sign, signingKey, timestamp } from './vectors.ts';

async function explained(received: string, signed: string) {
  return explainAll({
    timestamp,
    signature: sign(signed),
    body: Buffer.from(received),
    key: signingKey,
  });
}

const head =
  '"id":"5b0c7c2e","created":"2026-01-01T00:00:00.123Z","target":"CONVERSATION","event":"FINISHED"';
const body = (payload: string) => `{${head},"payload":{"conversation":{"id":"022e8eaf",${payload}}}}`;

describe('losses of parsing and serializing', () => {
  test.each<[what: string, received: string, signed: string, says: RegExp]>([
    [
      '{} became []',
      body('"user":[],"url":"https:\\/\\/x"'),
      body('"user":{},"url":"https://x"'),
      /\{\} where the received body has \[\]/,
    ],
    [
      'every {} became []',
      body('"user":[],"checks":[]'),
      body('"user":{},"checks":{}'),
      /\{\} where the received body has \[\]/,
    ],
    [
      'one of three {} became []',
      body('"a":[],"b":[],"c":[]'),
      body('"a":[],"b":{},"c":[]'),
      /some \{\} where the received body has \[\]/,
    ],
    [
      'two of six {} became []',
      body('"a":[],"b":[],"c":[],"d":[],"e":[],"f":[]'),
      body('"a":{},"b":[],"c":[],"d":[],"e":{},"f":[]'),
      /some \{\}/,
    ],
    [
      'one of twenty {} became []',
      body(Array.from({ length: 20 }, (_, at) => `"m${at}":[]`).join(',')),
      body(Array.from({ length: 20 }, (_, at) => `"m${at}":${at === 13 ? '{}' : '[]'}`).join(',')),
      /some \{\}/,
    ],
    [
      '[] signed where {} is at hand',
      body('"user":{}'),
      body('"user":[]'),
      /\[\] where the received body has \{\}/,
    ],
    [
      'PHP: spaces lost and {} become []',
      body('"user":[]'),
      JSON.stringify(JSON.parse(body('"user":{}'))),
      /\{\} where/,
    ],
    ['1.0 became 1', body('"reliability":1'), body('"reliability":1.0'), /1\.0/],
    ['1.0 signed as 1', body('"reliability":1.0'), body('"reliability":1'), /1 for 1\.0|as short/],
    [
      'a large number rounded',
      body('"n":9007199254740992'),
      body('"n":9007199254740993'),
      /the number 9007199254740993, which was rounded/,
    ],
    [
      'a number of 19 digits rounded by JavaScript',
      body('"n":1234567890123456800'),
      body('"n":1234567890123456789'),
      /the number 1234567890123456789/,
    ],
    [
      'a number of 20 digits rounded by PHP',
      body('"n":1.2345678901234567e+19'),
      body('"n":12345678901234567890'),
      /the number 12345678901234567890/,
    ],
    [
      'a large number rounded when signed',
      body('"n":12345678901234567890'),
      body('"n":12345678901234567000'),
      /as short as they go/,
    ],
    [
      'a large number as PHP signs it',
      body('"n":12345678901234567890'),
      body('"n":1.2345678901234567e+19'),
      /as PHP writes them/,
    ],
    [
      'nulls dropped when signed',
      body('"a":null,"b":1,"c":{"d":null}'),
      body('"b":1,"c":{}'),
      /without the members that are null/,
    ],
    [
      'duplicates dropped when signed',
      body('"a":1,"b":2,"a":3'),
      body('"a":3,"b":2'),
      /the last of duplicate members/,
    ],
    [
      'the first of duplicates signed',
      body('"a":1,"b":2,"a":3'),
      body('"a":1,"b":2'),
      /the first of duplicate members/,
    ],
  ])('%s', async (_, received, signed, says) => {
    const { findings } = await explained(received, signed);
    expect(findings.map(({ code }) => code)).toContain('reserialized');
    expect(findings.map(({ sentence }) => sentence).join(' ')).toMatch(says);
  });

  test('reports what cannot be restored', async () => {
    const { findings, leaves } = await explained(body('"b":1'), body('"a":null,"b":1'));
    expect(findings).toEqual([]);
    expect(leaves.join(' ')).toContain('lost null or duplicate members');
  });
});
