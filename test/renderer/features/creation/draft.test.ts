import { expect, test } from 'vitest';
import { changedJson, draftLike, draftOf } from '../../../../renderer/features/creation/draft.ts';

test.each([
  ['query.identity', '{"query": {"identity": []}}'],
  ['The number 12345678901234567890 cannot be sent exactly', '{"userKey": 12345678901234567890}'],
  ['The number 1e999 cannot be sent exactly', '{"limit": 1e999}'],
  ['__proto__ cannot be sent', '{"query": {"identity": {}, "verify": {"__proto__": {}}}}'],
  ['Not valid JSON', '{'],
  ['nested too deeply', `{"more": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('%s: there is no request, and the one before stays', (fault, json) => {
  const changed = changedJson(json);
  expect(changed).toMatchObject({ json, jsonFault: expect.stringContaining(fault) });
  expect(changed).not.toHaveProperty('request');
});

test('a request has a JSON, and a JSON a request, with members that the form has no field for', () => {
  const request = { userKey: 'u1', query: { identity: {} }, note: 'kept' };
  expect(JSON.parse(draftOf(request).json)).toEqual(request);
  const json = '{"query": {"identity": {}}, "more": 123456789012345, "rate": 0.10}';
  expect(changedJson(json)).toEqual({
    json,
    jsonFault: undefined,
    request: { query: { identity: {} }, more: 123456789012345, rate: 0.1 },
  });
});

test('a request from a case has its user key and products, and nothing the response found', () => {
  const { request } = draftLike({
    userKey: 'u9',
    result: { identity: { user: { person: { name: { lastName: 'Doe' } } } }, aml: { found: ['PEP'] } },
  });
  expect(request).toEqual({ userKey: 'u9', query: { identity: {}, aml: {} } });
});
