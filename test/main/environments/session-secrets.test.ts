import { expect, test } from 'vitest';
import { createSessionSecrets, type SessionEntry } from '../../../main/environments/session-secrets.ts';

const entry: SessionEntry = { signingKeys: [{ id: 'k', label: 'Current', since: 'now', key: 'secret' }] };

test('the secrets of a session are those of their environment until they are forgotten', () => {
  const session = createSessionSecrets(() => undefined);
  expect(session.of('e')).toEqual({ signingKeys: [] });
  session.put('e', entry);
  expect(session.of('e')).toBe(entry);
  expect(session.of('other')).toEqual({ signingKeys: [] });
  session.forget('other');
  expect(session.of('e')).toBe(entry);
  session.forget('e');
  expect(session.of('e')).toEqual({ signingKeys: [] });
});

test('every secret that is added is reported before it can be used', () => {
  const reported: unknown[] = [];
  const session = createSessionSecrets((environmentId, added) => {
    reported.push([environmentId, added, session.of(environmentId)]);
  });
  session.put('e', entry);
  expect(reported).toEqual([['e', entry, { signingKeys: [] }]]);
});
