import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeletionFile } from '../../../../main/features/deletion/deletion-file.ts';
import type { DeletionRecord } from '../../../../main/features/deletion/record.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-deletions-'));
  path = join(directory, 'deletions.json');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function record(more: Partial<DeletionRecord> = {}): DeletionRecord {
  return {
    deletionId: 'd1',
    environmentId: 'acme',
    baseUrl: 'https://service.example',
    conversationId: 'c1',
    mode: 'DELETE_DATA',
    hadData: true,
    sentAt: '2026-11-21T10:00:00.000Z',
    ...more,
  };
}

const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength, size: 'max' });

test('every record that is written is read back, whatever the length of its texts', async () => {
  const answer = fc.record(
    {
      outcome: fc.constantFrom('refused', 'unknown', 'not-done', 'accepted'),
      httpStatus: fc.integer({ min: 100, max: 999 }),
      failedBy: text(2000),
      statusDetail: text(2000),
      requestId: text(2000),
    },
    { requiredKeys: [] },
  );
  const file = new DeletionFile(path);
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 4 }), async (answers) => {
      const written = answers.map((one, at) =>
        record({ ...(one as Partial<DeletionRecord>), deletionId: `d${at}` }),
      );
      await file.write(written);
      const { records, problem } = await new DeletionFile(path).read();
      expect(problem).toBeUndefined();
      expect(records.map(({ deletionId }) => deletionId)).toEqual(
        written.map(({ deletionId }) => deletionId),
      );
      for (const [at, one] of records.entries()) {
        expect(written[at]?.statusDetail?.startsWith(one.statusDetail ?? '') ?? true).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('the maximum number of the longest records is read back', async () => {
  const written = Array.from({ length: 250 }, (_, at) =>
    record({
      deletionId: `d${at}`,
      baseUrl: `https://service.example/${'ä'.repeat(2000)}`,
      conversationId: '\u0001'.repeat(512),
      statusDetail: '界'.repeat(900),
      requestId: '界'.repeat(900),
    }),
  );
  const file = new DeletionFile(path);
  await file.write(written);
  const { records, problem } = await file.read();
  expect(problem).toBeUndefined();
  expect(records).toHaveLength(250);
});

test('an unreadable record is not written, and the file is unchanged', async () => {
  const file = new DeletionFile(path);
  await file.write([record()]);
  const before = readFileSync(path, 'utf8');
  await expect(file.write([record({ conversationId: 'c'.repeat(513) })])).rejects.toMatchObject({
    code: 'deletion-not-recorded',
  });
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('one unreadable record does not affect the others', async () => {
  const bad = { ...record({ deletionId: 'bad' }), mode: 'SHRED' };
  const all = [record({ deletionId: 'd1' }), bad, record({ deletionId: 'd2' })];
  const original = JSON.stringify({ version: 1, deletions: all });
  writeFileSync(path, original);
  const { records, problem } = await new DeletionFile(path).read();
  expect(records.map(({ deletionId }) => deletionId)).toEqual(['d1', 'd2']);
  expect(problem?.message).toContain('One deletion in the list');
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(original);
  // The next start finds a valid file.
  expect(await new DeletionFile(path).read()).toEqual({ records });
  expect(existsSync(`${path}.damaged-2`)).toBe(false);
});

test('a damaged file does not overwrite one kept earlier', async () => {
  for (const content of ['first', 'second', 'third']) {
    writeFileSync(path, content);
    await new DeletionFile(path).read();
  }
  const kept = ['.damaged', '.damaged-2', '.damaged-3'].map((end) => readFileSync(path + end, 'utf8'));
  expect(kept).toEqual(['first', 'second', 'third']);
});
