import { expect, test } from 'vitest';
import type { KeptSecret } from '../../../../main/features/environments/secret-encoding.ts';
import { createSessionSecrets } from '../../../../main/features/environments/session-secrets.ts';

const key = (id: string): KeptSecret => ({
  kind: 'signing-key',
  id,
  text: `secret ${id}`,
  facts: { id, label: 'Current', since: 'now' },
});

test('the secrets of a session are those of their environment until they are removed or forgotten', () => {
  const session = createSessionSecrets(() => undefined);
  expect(session.of('e')).toEqual([]);
  session.set('e', key('k'));
  session.set('e', key('l'));
  session.set('e', key('k'));
  expect(session.of('e')).toEqual([key('l'), key('k')]);
  expect(session.get('e', { kind: 'signing-key', id: 'l' })).toEqual(key('l'));
  expect(session.get('e', { kind: 'api-key' })).toBeUndefined();
  expect(session.of('other')).toEqual([]);
  session.remove('e', { kind: 'signing-key', id: 'l' });
  expect(session.of('e')).toEqual([key('k')]);
  session.forget('other');
  expect(session.of('e')).toEqual([key('k')]);
  session.forget('e');
  expect(session.of('e')).toEqual([]);
});

test('every secret that is added is reported before it can be used', () => {
  const reported: unknown[] = [];
  const session = createSessionSecrets((environmentId, added) => {
    reported.push([environmentId, added, session.of(environmentId)]);
  });
  session.set('e', key('k'));
  expect(reported).toEqual([['e', [key('k')], []]]);
});
