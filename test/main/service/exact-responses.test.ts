import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readResponse } from '../../../main/service/response/read.ts';
import { scanJson } from '../../../main/service/response/scan.ts';

const limits = { values: 1_000_000, depth: 2000 };
const encode = (text: string) => new TextEncoder().encode(text);

function read(body: string | Uint8Array, charset?: string) {
  const reading = readResponse('conversation', typeof body === 'string' ? encode(body) : body, charset);
  if (!reading.ok) {
    throw new Error(`not read: ${reading.reason}`);
  }
  return reading;
}

describe('duplicate members', () => {
  test.each<[string, string, string[]]>([
    ['in the response itself', '{"id":"a","id":"b"}', ['id']],
    ['in a product', '{"result":{"aml":{"found":["PEP"],"found":[]}}}', ['result.aml.found']],
    ['in an object of a list', '{"info":[{},{"a":1,"b":2,"a":3}]}', ['info[1].a']],
    ['three times, reported once', '{"a":1,"a":2,"a":3}', ['a']],
    ['written with an escape once', '{"a":1,"\\u0061":2}', ['a']],
    ['an object, and something in the first of them', '{"a":{"b":1,"b":2},"a":1}', ['a.b', 'a']],
    ['names that are no words', '{"x":{"a b":1,"a b":2}}', ['x["a b"]']],
    ['the same name in different objects', '{"a":{"b":1},"c":{"b":1},"b":[{"b":1},{"b":1}]}', []],
    ['names within texts', '{"a":"{\\"b\\":1,\\"b\\":2}"}', []],
    ['texts that are no names', '{"a":["b","b"],"c":"b"}', []],
  ])('%s', (_, body, paths) => {
    expect(read(body).notes.duplicates.map(({ path }) => path)).toEqual(paths);
  });

  test('are each reported with the byte positions of their names, even after non-ASCII and invisible characters', () => {
    const body = Uint8Array.of(...encode('{"x":"Zażółć'), 0xff, ...encode('","a":1,"b":["a"],"\\u0061":2}'));
    const { notes, utf8 } = read(body);
    expect(notes.duplicates).toHaveLength(1);
    const names = notes.duplicates[0]?.at.map((at) => new TextDecoder().decode(utf8.subarray(at, at + 3)));
    expect(names).toEqual(['"a"', '"\\u']);
  });

  test('at most 200 are reported', () => {
    const body = `{${Array.from({ length: 600 }, (_, index) => `"m${index % 300}":1`).join()}}`;
    expect(read(body).notes.duplicates).toHaveLength(200);
  });
});

describe('numbers that do not fit into a double', () => {
  const one = (number: string) => {
    const { value, notes } = read(`{"other":${number}}`);
    return { shown: value.other, notes: notes.inexactNumbers };
  };

  test.each([
    ['9007199254740993'],
    ['-9007199254740993'],
    ['12345678901234567890'],
    ['1e400'],
    ['-1E+400'],
    ['1e-400'],
    ['0.1234567890123456789'],
    ['1.00000000000000000001'],
  ])('%s is shown as written and reported', (number) => {
    expect(one(number)).toEqual({ shown: number, notes: [{ path: 'other', text: number }] });
  });

  test.each([
    ['9007199254740992', 2 ** 53],
    ['1e3', 1000],
    ['1.0', 1],
    ['100000000000000000000', 1e20],
    ['0.1', 0.1],
    ['0.10000000000000000000', 0.1],
    ['1e22', 1e22],
    ['-0.0', -0],
    ['0e999', 0],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['5e-324', 5e-324],
  ])('%s stays a number', (number, value) => {
    expect(one(number)).toEqual({ shown: value, notes: [] });
  });

  test('one required as a number by the interface stays the nearest double, and its text is reported', () => {
    const { value, notes } = read('{"result":{"verify":{"reliability":0.12345678901234567890}}}');
    expect(value.result?.verify?.reliability).toBe(0.12345678901234568);
    expect(notes).toMatchObject({
      flags: [],
      inexactNumbers: [{ path: 'result.verify.reliability', text: '0.12345678901234567890' }],
    });
  });

  test('one of the wrong type is flagged as written', () => {
    const { value, notes } = read(
      '{"id":9007199254740993,"result":{"verify":{"reliability":1e400},"aml":{"found":["PEP",7,9007199254740993]}}}',
    );
    expect(value).toEqual({ result: { verify: {}, aml: { found: ['PEP'] } } });
    expect(notes.flags.map(({ path, found }) => [path, found])).toEqual([
      ['id', '9007199254740993'],
      ['result.aml.found[1]', '7'],
      ['result.aml.found[2]', '9007199254740993'],
      ['result.verify.reliability', '1e400'],
    ]);
  });

  test('in a list with removed items, the right one is replaced', () => {
    const { value } = read('{"info":["no",{"method":5,"n":9007199254740993},{"n":[1,9007199254740993]}]}');
    expect(value.info).toEqual([{ n: '9007199254740993' }, { n: [1, '9007199254740993'] }]);
  });

  test('every integer and every double is kept exactly, or shown as its text', () => {
    const numbers = fc.oneof(
      fc.bigInt(-(10n ** 20n), 10n ** 20n).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        const { shown, notes } = one(number);
        expect(shown).toEqual(notes.length === 0 ? JSON.parse(number) : number);
        // Numbers are shown in their shortest form, which may differ from the double's exact value.
        if (/^-?\d{1,20}$/.test(number)) {
          expect(notes.length === 0).toBe(BigInt(String(Number(number))) === BigInt(number));
        }
      }),
    );
  });
});

describe('a response declared in another charset', () => {
  const latin1 = Buffer.from('{"userKey":"Mägi"}', 'latin1');

  test('is decoded, and so is its raw response', () => {
    const { value, notes, utf8 } = read(latin1, 'ISO-8859-1');
    expect(value.userKey).toBe('Mägi');
    expect(notes.charset).toEqual({ declared: 'ISO-8859-1', used: 'windows-1252' });
    expect(Buffer.from(utf8).toString()).toBe('{"userKey":"Mägi"}');
  });

  test.each([
    ['windows-1257', Buffer.from([...Buffer.from('{"userKey":"'), 0xd0, ...Buffer.from('"}')]), 'Š'],
    ['windows-1251', Buffer.from([...Buffer.from('{"userKey":"'), 0xc6, ...Buffer.from('"}')]), 'Ж'],
    ['utf-16le', Buffer.from('{"userKey":"õ"}', 'utf16le'), 'õ'],
    ['iso-8859-15', Buffer.from([...Buffer.from('{"userKey":"'), 0xa4, ...Buffer.from('"}')]), '€'],
  ])('%s', (charset, bytes, text) => {
    const { value, notes } = read(bytes, charset);
    expect(value.userKey).toBe(text);
    expect(notes.charset).toEqual({ declared: charset, used: charset });
  });

  test('in UTF-16 with a byte order mark needs no declaration', () => {
    const { value, notes } = read(Buffer.from('\ufeff{"id":"õ"}', 'utf16le'));
    expect(value.id).toBe('õ');
    expect(notes.charset).toEqual({ used: 'utf-16le' });
  });

  test('but encoded in UTF-8 is read as such, and reported', () => {
    const { value, notes } = read('{"userKey":"Mägi"}', 'iso-8859-1');
    expect(value.userKey).toBe('Mägi');
    expect(notes.charset).toEqual({ declared: 'iso-8859-1', used: 'utf-8', problem: 'contradicted' });
  });

  test('that is plain ASCII needs no report', () => {
    expect(read('{"id":"c1"}', 'iso-8859-1').notes.charset).toBeUndefined();
    expect(read('{"id":"c1"}', 'US-ASCII').notes.charset).toBeUndefined();
  });

  test('that is unknown is read as UTF-8, and reported', () => {
    const { value, notes } = read('{"id":"c1"}', 'klingon-8');
    expect(value.id).toBe('c1');
    expect(notes.charset).toEqual({ declared: 'klingon-8', used: 'utf-8', problem: 'unknown' });
  });

  test('bytes that are not UTF-8 are reported if UTF-8 was expected', () => {
    expect(read(latin1).notes.charset).toEqual({ used: 'utf-8', problem: 'broken' });
    expect(read(latin1, 'utf-8').notes.charset).toEqual({
      declared: 'utf-8',
      used: 'utf-8',
      problem: 'broken',
    });
  });
});

describe('the value count of a JSON text', () => {
  test('equals that of the parsed value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (json, indent) => {
        const scan = scanJson(encode(JSON.stringify(json, null, indent)), limits);
        const counted = count(json);
        expect({ values: scan.values, members: scan.members, depth: scan.depth }).toEqual(counted);
      }),
    );
  });

  test.each([
    ['{"a":"\\"[{,:1e5"}', { values: 2, members: 1, depth: 1, longNumbers: false }],
    ['{"a":"\\\\","b":[true,null,-1.5]}', { values: 6, members: 2, depth: 2, longNumbers: false }],
    ['[1e5]', { values: 2, members: 0, depth: 1, longNumbers: true }],
    ['[1234567890123456]', { values: 2, members: 0, depth: 1, longNumbers: true }],
  ])('%s', (text, counts) => {
    expect(scanJson(encode(text), limits)).toEqual(counts);
  });

  test('stops at its limits', () => {
    expect(scanJson(encode('[1,1,1,1]'), { values: 3, depth: 9 }).values).toBe(4);
    expect(scanJson(encode('[[[[[[[['), { values: 30, depth: 3 }).depth).toBe(4);
  });
});

function count(json: unknown): { values: number; members: number; depth: number } {
  const total = { values: 1, members: 0, depth: 0 };
  if (typeof json !== 'object' || json === null) {
    return total;
  }
  if (!Array.isArray(json)) {
    total.members = Object.keys(json).length;
  }
  for (const part of Object.values(json).map(count)) {
    total.values += part.values;
    total.members += part.members;
    total.depth = Math.max(total.depth, part.depth);
  }
  total.depth++;
  return total;
}
