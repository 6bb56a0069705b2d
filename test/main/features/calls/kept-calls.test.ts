import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CallLog, requestOf } from '../../../../main/features/calls/call-log.ts';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { openInMemory, openService } from '../cases/index-harness.ts';

const dayMs = 86_400_000;
const now = 1_700_000_000_000;

/** A session of the console, with its log in a list of cases. */
function session(service: IndexRequests, name: string, preference = { days: 7, bodies: false }) {
  const log = new CallLog({
    redact: (value) => value,
    onChange: () => undefined,
    preference: () => preference,
  });
  onTestFinished(() => log.close());
  log.keepIn({
    keep: async (environmentId, calls, days) =>
      service.keepCalls({ environmentId, session: name, calls, before: now - days * dayMs }),
    earlier: async (environmentId, days) =>
      service.earlierCalls({ environmentId, session: name, since: now - days * dayMs }),
    forget: async (environmentId) => service.forgetCalls({ environmentId }),
    log(error) {
      throw error;
    },
  });
  return {
    log,
    async make(conversationId: string, at = now) {
      log.recorder('one').begin({
        at,
        method: 'POST',
        template: '/api/conversations/{conversationId}',
        conversationId,
        url: new URL(`https://service.test/api/conversations/${conversationId}`),
        attempt: 1,
        repeat: undefined,
        headers: { authorization: 'Basic abc' },
        hasBody: true,
        body: '{"name":"Kanark"}',
      })({ state: 'failed', phases: {}, status: 500, totalMs: 3 });
      await log.flush();
    },
    async calls() {
      await log.load('one');
      const { calls, ids } = log.list('one', 0);
      return ids.map((id) => calls.find((call) => call.id === id)?.conversationId);
    },
  };
}

test('calls are sealed on disk, and those of an earlier session come before those of this one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { service, keys } = openService(folder);
  await session(service, 'yesterday', { days: 7, bodies: true }).make('c-1', now - dayMs);
  service.close();
  const written = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  expect([written.includes('Kanark'), written.includes('service.test')]).toEqual([false, false]);
  const again = openService(folder, keys).service;
  const today = session(again, 'today');
  await today.make('c-2');
  expect(await today.calls()).toEqual(['c-1', 'c-2']);
  // Loaded once.
  expect(await today.calls()).toEqual(['c-1', 'c-2']);
  const [first] = today.log.list('one', 0).ids;
  expect(today.log.request('one', first ?? 0)).toMatchObject({
    body: '{"name":"Kanark"}',
    headers: [['authorization', 'Basic <BASE64_OF_LOGIN:PASSWORD>']],
  });
  again.close();
});

test('they are kept for as many days as the preference says, none of them for 0', async () => {
  const service = openInMemory();
  await session(service, 'first').make('c-old', now - 8 * dayMs);
  await session(service, 'first').make('c-new', now - dayMs);
  expect(await session(service, 'second').calls()).toEqual(['c-new']);
  const never = session(service, 'third', { days: 0, bodies: false });
  await never.make('c-3');
  expect(await never.calls()).toEqual(['c-3']);
  expect(await session(service, 'fourth').calls()).toEqual([]);
});

test('forgetting a case or clearing the list deletes them from disk, too', async () => {
  const service = openInMemory();
  const first = session(service, 'first');
  await first.make('c-1');
  await first.make('c-2');
  service.forget({ environmentId: 'one', selection: { ids: ['c-1'] }, at: now, actor: 'reviewer' });
  expect(await session(service, 'second').calls()).toEqual(['c-2']);
  first.log.forget('one');
  expect(await session(service, 'third').calls()).toEqual([]);
});

test('a body is with a request only where the preference allows it', () => {
  const call = {
    at: now,
    method: 'POST',
    url: new URL('https://service.test/'),
    template: '/',
    conversationId: undefined,
    attempt: 1,
    repeat: undefined,
    headers: {},
    hasBody: true,
    body: 'a body',
  };
  expect(requestOf(call, true).body).toBe('a body');
  expect(requestOf(call, false)).not.toHaveProperty('body');
});
