import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareMembers } from '../../../../main/features/signatures/compare-bodies.ts';
import type { JsonValue } from '../../../../preload/contract/json.ts';
import { type Service, startService } from '../../../support/service.ts';
import { openSignatureHarness } from './signature-harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function asCallback(title: string, change: (conversation: Record<string, JsonValue>) => unknown) {
  const { raw } = await service.services.client('first').readConversation(service.idOf(title));
  const conversation = JSON.parse(Buffer.from(raw).toString()) as Record<string, JsonValue>;
  change(conversation);
  return Buffer.from(JSON.stringify({ id: 'c', payload: { conversation } }));
}

describe('comparing with the service', () => {
  const title = 'Finished: identity confirmed';

  test('reports equality, member by member', async () => {
    const { call } = openSignatureHarness({ services: service.services });
    const body = await asCallback(title, () => {});
    const compared = await call('signatures.compare', { environmentId: 'first', body });
    expect(compared).toMatchObject({ conversationId: service.idOf(title), differing: 0 });
    expect(compared.environmentName).toBe('Acme test');
    expect(compared.total).toBe(compared.members.length);
    expect(compared.members.length).toBeGreaterThan(5);
  });

  test('marks differences', async () => {
    const { call } = openSignatureHarness({ services: service.services });
    const body = await asCallback(title, (conversation) => {
      conversation.status = 'IN_PROGRESS';
      conversation.extra = 1;
      delete conversation.userKey;
    });
    const { members, differing } = await call('signatures.compare', { environmentId: 'first', body });
    const found = members.filter(({ state }) => state !== 'same');
    expect(differing).toBe(3);
    expect(found.map(({ path, state }) => [path, state])).toEqual([
      ['status', 'changed'],
      ['extra', 'only-first'],
      ['userKey', 'only-second'],
    ]);
    expect(found[0]).toMatchObject({ first: 'IN_PROGRESS', second: 'FINISHED' });
  });

  test('fails with the service’s own message, and without an id sends no request', async () => {
    const { call } = openSignatureHarness({ services: service.services });
    const unknown = Buffer.from('{"payload":{"conversation":{"id":"00000000-0000-4000-8000-000000000000"}}}');
    await expect(call('signatures.compare', { environmentId: 'first', body: unknown })).rejects.toMatchObject(
      { code: 'not-found' },
    );
    await expect(
      call('signatures.compare', { environmentId: 'first', body: Buffer.from('{}') }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('comparing two values', () => {
  const states = (one: JsonValue, other: JsonValue) =>
    compareMembers(one, other).members.map(({ path, state }) => `${path} ${state}`);

  test('compares objects by name in any order, and lists by position', () => {
    expect(states({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual(['a same', 'b same']);
    expect(states({ l: [1, 2] }, { l: [2, 1, 3] })).toEqual([
      'l[0] changed',
      'l[1] changed',
      'l[2] only-second',
    ]);
  });

  test('distinguishes null, absent, empty, text and number', () => {
    expect(states({ a: null, b: [], c: '1', d: {} }, { a: 0, b: {}, c: 1, d: {} })).toEqual([
      'a changed',
      'b changed',
      'c changed',
      'd same',
    ]);
    expect(states({ a: null }, {})).toEqual(['a only-first', ' only-second']);
    expect(states({ 'a.b': 1 }, { a: { b: 1 } })).toEqual(['["a.b"] only-first', 'a.b only-second']);
  });

  test('shows a bounded number of members, differing ones first', () => {
    const many = (last: number) =>
      Object.fromEntries([...Array(9000).keys()].map((n) => [`m${n}`, n < 8999 ? n : last]));
    const { members, differing, total } = compareMembers(many(1), many(2));
    expect({ differing, total, shown: members.length }).toEqual({ differing: 1, total: 9000, shown: 5000 });
    expect(members[0]).toMatchObject({ path: 'm8999', state: 'changed' });
  });
});

test('two messages are compared by their headers, in any case, and by the members of their bodies', async () => {
  const { call } = openSignatureHarness({});
  const compared = await call('signatures.compareMessages', {
    first: {
      headers: [
        ['X-Signature', 'ab'],
        ['X-Same', '1'],
      ],
      body: Buffer.from('{"id":"1","a":{"b":2}}'),
    },
    second: {
      headers: [
        ['x-same', '1'],
        ['X-Trace', 't'],
      ],
      body: Buffer.from('{"a":{"b":1},"new":null,"id":"1"}'),
    },
  });
  expect(compared.members.map(({ path, state }) => `${path}: ${state}`)).toEqual([
    'header x-signature: only-first',
    'header x-same: same',
    'header x-trace: only-second',
    'id: same',
    'a.b: changed',
    'new: only-second',
  ]);
  expect([compared.differing, compared.total]).toEqual([4, 6]);
  const text = { headers: [], body: Buffer.from('no JSON') };
  await expect(
    call('signatures.compareMessages', { first: { headers: [], body: Buffer.from('{}') }, second: text }),
  ).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining('The other message') });
});
