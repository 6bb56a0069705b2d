import { describe, expect, test } from 'vitest';
import { parseLeniently } from '../../../main/service/response/lenient.ts';
import { conversation } from '../../../preload/contract/service/conversation.ts';
import { headlessPage } from '../../../preload/contract/service/headless.ts';
import { metadata } from '../../../preload/contract/service/metadata.ts';
import { fullTests } from '../../support/full-tests.ts';

const read = (json: Record<string, unknown>) => parseLeniently(conversation, json);

describe('members', () => {
  test('unknown ones are kept at every depth', () => {
    const json = {
      extra: { a: [1, null, 'x'] },
      result: { enquiry: { status: 'FINISHED', formData: {} }, aml: { status: 'NEW_ONE', more: true } },
    };
    expect(read(json)).toEqual({ value: json, flags: [], cuts: [], inexactNumbers: [] });
  });

  test('known ones of the wrong type are flagged with their path and removed, while the rest is kept', () => {
    const { value, flags } = read({
      id: 7,
      status: 'FINISHED',
      result: { verify: { status: 'FINISHED', reliability: '0.9' }, identity: 'FINISHED' },
    });
    expect(value).toEqual({ status: 'FINISHED', result: { verify: { status: 'FINISHED' } } });
    expect(flags).toEqual([
      { path: 'id', expected: 'text', found: '7' },
      { path: 'result.identity', expected: 'an object', found: '"FINISHED"' },
      { path: 'result.verify.reliability', expected: 'a number', found: '"0.9"' },
    ]);
  });

  test('a number out of range is flagged with them', () => {
    const { flags } = read({ result: { verify: { reliability: 1.5 } } });
    expect(flags).toEqual([{ path: 'result.verify.reliability', expected: '1 or less', found: '1.5' }]);
  });

  test('null counts as absent for known members, and is kept for others', () => {
    const { value, flags } = read({ userKey: null, result: { aml: null, other: null }, other: null });
    expect(value).toEqual({ result: { other: null }, other: null });
    expect(flags).toEqual([]);
  });

  test('list items are named by their position in the received response', () => {
    const { value, flags } = read({
      result: { aml: { found: ['PEP', 1, 'SIP', {}] } },
      info: [{ country: 1 }, 'no', { method: 'bank' }],
    });
    expect(value.result?.aml?.found).toEqual(['PEP', 'SIP']);
    expect(value.info).toEqual([{}, { method: 'bank' }]);
    expect(flags.map(({ path }) => path)).toEqual([
      'result.aml.found[1]',
      'result.aml.found[3]',
      'info[0].country',
      'info[1]',
    ]);
  });

  test('an object without a required member is removed as a whole', () => {
    const { value, flags } = parseLeniently(metadata, {
      media: [{ id: 5, type: 'FACE' }, { id: 'm2' }, { type: 'FACE' }],
    });
    expect(value.media).toEqual([{ id: 'm2' }]);
    expect(flags).toEqual([
      { path: 'media[0].id', expected: 'text', found: '5' },
      { path: 'media[2]', expected: 'an object with id', found: 'an object with 1 member' },
      { path: 'media[0]', expected: 'an object with id', found: 'an object with 1 member' },
    ]);
  });

  test('the closer one of two shapes is kept', () => {
    const { value, flags } = parseLeniently(headlessPage, { args: ['code', 5] });
    expect(value.args).toEqual(['code']);
    expect(flags).toEqual([{ path: 'args[1]', expected: 'text', found: '5' }]);
    expect(parseLeniently(headlessPage, { args: 'code' }).flags).toEqual([
      { path: 'args', expected: 'a list or an object', found: '"code"' },
    ]);
  });

  test('unsafe member names are removed and reported, without side effects', () => {
    const json = JSON.parse(
      '{"id":"c1","__proto__":{"polluted":1},"result":{"__proto__":[],"constructor":{"a":1}}}',
    );
    const { value, flags } = read(json);
    expect(flags.map(({ path }) => path)).toEqual(['__proto__', 'result.__proto__']);
    expect(Object.getPrototypeOf(value.result)).toBe(Object.prototype);
    expect('polluted' in value).toBe(false);
    expect(value.result).toEqual({ constructor: { a: 1 } });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('overlong content is truncated and reported', () => {
  test('lists after 500 items', () => {
    const { value, cuts } = read({ info: Array.from({ length: 1200 }, () => ({ method: 'm' })) });
    expect(value.info).toHaveLength(500);
    expect(cuts).toEqual([{ path: 'info', kept: 500, total: 1200, unit: 'items' }]);
  });

  test('texts after 65,536 characters, never within one', () => {
    const { value, cuts } = read({ userKey: `${'x'.repeat(65_535)}😀tail` });
    expect(value.userKey).toBe('x'.repeat(65_535));
    expect(cuts).toEqual([{ path: 'userKey', kept: 65_535, total: 65_541, unit: 'characters' }]);
  });

  test('depth after 64 levels', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 100; level++) {
      deep = { in: deep };
    }
    const { cuts } = read({ deep });
    expect(cuts).toMatchObject([{ kept: 64, total: 101, unit: 'levels' }]);
  });

  test('objects with too many members, keeping those near the top first', () => {
    const many = Object.fromEntries(
      Array.from({ length: 80_000 }, (_, index) => [`m${index}`, { v: index }]),
    );
    const { value, cuts } = read({
      many: { many },
      result: { identity: { status: 'FINISHED' } },
      status: 'FINISHED',
    });
    expect(value.status).toBe('FINISHED');
    expect(value.result?.identity?.status).toBe('FINISHED');
    expect(cuts).toEqual([{ path: 'many.many', kept: 2000, total: 80_000, unit: 'items' }]);
  });

  test('many long texts together', () => {
    const items = Array.from({ length: 400 }, () => 'y'.repeat(60_000));
    const { value } = read({ items });
    expect(JSON.stringify(value).length).toBeLessThan(6_000_000);
  });

  test('endless notes', () => {
    const names = Array.from({ length: 400 }, (_, index) => index);
    expect(read({ result: { aml: { found: names } } }).flags).toHaveLength(200);
  });
});

test('reading a response of 20 MB takes no more than a few times its length', () => {
  const transactions = Array.from({ length: 150_000 }, (_, index) => ({
    id: `t${index}`,
    amount: index,
    text: 'x'.repeat(80),
  }));
  const before = process.threadCpuUsage();
  const { cuts } = read({ status: 'FINISHED', result: { bankTransactions: { transactions } } });
  if (fullTests) {
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(3000);
  }
  expect(cuts).toHaveLength(1);
});
