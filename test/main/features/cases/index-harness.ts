import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { indexService } from '../../../../main/features/cases/index/index-service.ts';
import { newSealingKey, type SealingKey } from '../../../../main/store/sealing.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';

export const env = { environmentId: 'test-env' };
export const who = { at: 1_700_000_000_000, actor: 'reviewer' };
export const all = { filter: {}, sort: { by: 'opened', descending: true } as const };

/** The index on a directory, as in the worker, with its own key. */
export function openService(
  directory: string,
  keys: [SealingKey, ...SealingKey[]] = [newSealingKey()],
  now?: () => number,
): { service: IndexRequests; keys: [SealingKey, ...SealingKey[]]; notices: string[] } {
  const service = indexService(now);
  const indexId = service.identify({ directory }).indexId ?? 'an-index';
  const { notices } = service.open({ storage: 'disk', directory, indexId, keys, ...who });
  return { service, keys, notices };
}

export function openInMemory(now?: () => number): IndexRequests {
  const service = indexService(now);
  service.open({ storage: 'memory', ...who });
  return service;
}

/** A finished conversation; `more` replaces members. */
export function conversationOf(id: string, more: Partial<Conversation> = {}): Conversation {
  return {
    id,
    userKey: `user-${id}`,
    status: 'FINISHED',
    result: {
      identity: {
        status: 'FINISHED',
        user: {
          person: {
            name: { firstName: 'Jan', lastName: 'Kowalski' },
            ids: {
              nationalId: `NAT-${id}`,
              passport: { id: `PAS ${id}`, issueCountry: 'PL', expiryDate: '2999-01-01' },
            },
          },
        },
      },
    },
    info: [{ country: 'PL', method: 'DOCUMENT_SCAN' }],
    ...more,
  };
}

export function record(
  service: IndexRequests,
  conversationId: string,
  more: Partial<Conversation> = {},
  at = who.at,
  opened = true,
) {
  return service.record({
    ...env,
    actor: who.actor,
    at,
    opened,
    conversationId,
    conversation: conversationOf(conversationId, more),
    notes: {},
  });
}

/** Turns retention on (or off, with null) for the environment of the harness. */
export function keepDays(
  service: IndexRequests,
  retentionDays: number | null,
  decisionDays: number | null = null,
): void {
  service.saveSettings({ ...env, ...who, retention: { retentionDays, decisionDays } });
}

export function ids(service: IndexRequests, filter = {}): string[] {
  const dayStarts = { today: 0, yesterday: 0, week: 0 };
  const { resultId, total } = service.query({ ...env, ...all, filter, dayStarts });
  const rows = service.rows({ ...env, resultId, from: 0, count: Math.max(1, total) });
  return rows.flatMap((row) => row?.conversationId ?? []);
}

export function get(service: IndexRequests, conversationId: string) {
  const found = service.get({ ...env, conversationId });
  if (found === undefined) {
    throw new Error(`The index does not know ${conversationId}.`);
  }
  return found;
}

export function act(
  service: IndexRequests,
  conversationIds: string[],
  ...entries: Parameters<IndexRequests['act']>[0]['entries'][number][]
): number {
  const { done, rest } = service.act({ ...env, ...who, selection: { ids: conversationIds }, entries });
  return done.length + (rest.length === 0 ? 0 : act(service, rest, ...entries));
}

/** Cases, one of them with everything that people do with a case. */
export function fill(service: IndexRequests, cases = 50) {
  for (let index = 0; index < cases; index += 1) {
    record(service, `c${index}`);
  }
  act(service, ['c7'], { kind: 'noted', details: { text: 'a note' } });
  act(service, ['c7'], { kind: 'decided', details: { decision: 'reject', comment: 'why' } });
  act(service, ['c7'], { kind: 'labelled', details: { label: 'VIP' } });
}

/** The case that `fill` worked on still has what was done with it. */
export function expectWorked(service: IndexRequests) {
  const { row, notes, comment } = get(service, 'c7');
  expect(row).toMatchObject({ userKey: 'user-c7', labels: ['VIP'], decision: { kind: 'reject' } });
  expect([notes[0]?.text, comment]).toEqual(['a note', 'why']);
}

/** Overwrites part of a file with the same byte. */
export function damage(path: string, from: number, length: number) {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, from, from + length);
  writeFileSync(path, bytes);
}
