import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeOverFile } from '../../../../main/features/deletion/former-file.ts';
import type { RunStore } from '../../../../main/features/deletion/runs/store/run-store.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-former-'));
  file = join(directory, 'deletions.json');
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A record with what it must hold only. */
const record = (more: object = {}) => ({
  deletionId: 'd1',
  environmentId: 'e1',
  baseUrl: 'https://service.test',
  conversationId: 'c-1',
  mode: 'DELETE_DATA',
  hadData: true,
  sentAt: '2026-11-20T10:00:00.000Z',
  ...more,
});
const sentAt = Date.parse('2026-11-20T10:00:00.000Z');
const answeredAt = '2026-11-20T10:00:01.000Z';
const settledAt = '2026-11-20T10:00:02.000Z';

const write = (...deletions: unknown[]) => writeFileSync(file, JSON.stringify({ version: 1, deletions }));

/** Takes the file over, and returns what was said and what was asked of the store. */
async function takenOver(given: { path?: string; receipt?: string } = {}) {
  const { path = file, receipt } = given;
  const asked: { name: string; input: object }[] = [];
  const request = async (name: string, input: object) => {
    asked.push({ name, input });
    return name === 'receiptOutcome' && receipt !== undefined ? { outcome: receipt } : undefined;
  };
  const store = { request } as unknown as RunStore;
  const said = await takeOverFile(path, store, { actor: 'tester', at: new Date(0) });
  return {
    said,
    asked: asked.map(({ name }) => name),
    inputs: asked.filter(({ name }) => name === 'takeOver').map(({ input }) => input),
  };
}

test('a record with the least that it must hold becomes a run that is cancelled, with what is not known', async () => {
  write(record());
  expect((await takenOver()).inputs).toEqual([
    {
      run: {
        runId: 'd1',
        environmentId: 'e1',
        environmentName: 'e1',
        environmentKind: 'unknown',
        baseUrl: 'https://service.test',
        mode: 'DELETE_DATA',
        reason: 'other',
        createdAt: sentAt,
        state: 'cancelled',
        pace: { concurrency: 1, stopAfter: 1 },
      },
      texts: { actor: 'tester' },
      items: [
        {
          conversationId: 'c-1',
          plan: ['DELETE_DATA'],
          state: 'sending',
          record: { attempts: 1, askedAt: sentAt, hadData: true, unclear: true },
        },
      ],
    },
  ]);
});

test('a record with all that it may hold keeps it', async () => {
  const facts = { loginDigest: 'digest', userKeyHash: 'salt:hash', httpStatus: 202, requestId: 'request-1' };
  const environment = { environmentName: 'Acme', environmentKind: 'test' };
  write(record({ ...facts, ...environment, reason: 'duplicate', ticket: 'SUP-1', answeredAt }));
  expect((await takenOver({ receipt: 'accepted' })).inputs).toMatchObject([
    {
      run: { ...environment, reason: 'duplicate' },
      texts: { actor: 'tester', ticket: 'SUP-1' },
      items: [{ record: { ...facts, answeredAt: Date.parse(answeredAt), receipt: 'accepted' } }],
    },
  ]);
});

describe('the item', () => {
  const found = { foundAt: Date.parse(settledAt) };
  test.each([
    [undefined, { httpStatus: 202 }, 'cancelled', 'sending', undefined, {}],
    ['accepted', { httpStatus: 202 }, 'cancelled', 'sent', undefined, { answer: 'accepted' }],
    ['unknown', {}, 'cancelled', 'sent', undefined, { answer: 'unknown' }],
    [
      'confirmed',
      { settledAt, httpStatus: 202 },
      'done',
      'done',
      'confirmed',
      { answer: 'accepted', ...found },
    ],
    ['confirmed', { settledAt, httpStatus: 500 }, 'done', 'done', 'confirmed', found],
    ['confirmed', {}, 'done', 'done', 'confirmed', {}],
    [
      'finished',
      { settledAt, httpStatus: 202 },
      'done',
      'done',
      'finished',
      { answer: 'accepted', ...found },
    ],
    ['refused', { settledAt, httpStatus: 202 }, 'done', 'done', 'refused', {}],
    ['not-done', { settledAt }, 'done', 'done', 'failed', {}],
  ])(
    'of a record that is %s, with %j: its run is %s, it is %s',
    async (outcome, more, runState, state, ended, of) => {
      write(record({ outcome, ...more }));
      const [{ run, items }] = (await takenOver()).inputs as [{ run: object; items: [{ record: object }] }];
      expect(run).toMatchObject({ state: runState });
      expect(items).toMatchObject([{ state, outcome: ended }]);
      const { answer, foundAt } = items[0].record as { answer?: string; foundAt?: number };
      expect({ answer, foundAt }).toEqual({ answer: undefined, foundAt: undefined, ...of });
    },
  );

  test.each([
    [{ statusDetail: 'X', failedBy: 'conflict' }, 'X'],
    [{ failedBy: 'closed' }, 'closed'],
  ])('of %j has the detail %s', async (more, detail) => {
    write(record(more));
    expect((await takenOver()).inputs).toMatchObject([{ items: [{ record: { detail } }] }]);
  });
});

test('a console without such a file asks nothing of the store', async () => {
  expect(await takenOver()).toEqual({ said: undefined, asked: [], inputs: [] });
});

test('a file that cannot be read stays, and that is said', async () => {
  writeFileSync(file, 'no directory');
  const { said, asked } = await takenOver({ path: join(file, 'deletions.json') });
  expect(said).toContain('is lost: it cannot be read (ENOTDIR)');
  expect(said).toContain(`The file is kept at ${join(file, 'deletions.json')}.`);
  expect(asked).toEqual([]);
});

test('the number of the records that could not be read is said', async () => {
  write(record(), {}, 7);
  expect((await takenOver()).said).toMatch(/^2 deletions in the list of deletions that were unfinished/);
});

test('a file of the greatest length is read', async () => {
  writeFileSync(file, '{"version":1,"deletions":[]}'.padEnd(16 * 1024 * 1024));
  expect((await takenOver()).said).toBeUndefined();
  expect(existsSync(file)).toBe(false);
});
