import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { removeDamagedWith } from '../../../main/store/damaged-files.ts';
import { fuzzRuns } from '../../support/full-tests.ts';

const id = '5f1c9a3e-1111-4000-8000-0000000000ab';

function folderWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-damaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
  }
  return { folder, path: join(folder, 'runs.json'), names: () => readdirSync(folder).sort() };
}

test('a damaged file that names a forgotten conversation is deleted; others and the file itself stay', async () => {
  const { path, names } = folderWith({
    'runs.json': id,
    'runs.json.damaged': `{"conversationId": "${id}"`,
    'runs.json.damaged-2': '{"conversationId": "another"',
    'other.json.damaged': id,
  });
  expect(await removeDamagedWith(path, ['nothing of it', id])).toBe(1);
  expect(names()).toEqual(['other.json.damaged', 'runs.json', 'runs.json.damaged-2']);
});

test('a database is deleted with its companion files, whichever of them names it', async () => {
  const { path, names } = folderWith({
    'runs.json.damaged-2026-01-01T00-00-00-000Z': 'pages',
    'runs.json.damaged-2026-01-01T00-00-00-000Z-wal': `frames ${id} frames`,
    'runs.json.damaged-2026-01-01T00-00-00-000Z-shm': '',
    'runs.json.damaged-2026-02-02T00-00-00-000Z': 'pages',
  });
  expect(await removeDamagedWith(path, [id])).toBe(3);
  expect(names()).toEqual(['runs.json.damaged-2026-02-02T00-00-00-000Z']);
});

test('an id is found wherever it is, also broken in two at the end of a page or of what is read at once', async () => {
  const chunk = 1024 * 1024;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: id.length }),
      fc.integer({ min: chunk - id.length - 4, max: chunk + 4 }),
      async (broken, at) => {
        const { path, names } = folderWith({
          'runs.json.damaged': Buffer.concat([
            Buffer.alloc(at, ' '),
            Buffer.from(`${id.slice(0, broken)}\0\0\x01\x07${id.slice(broken)}`),
          ]),
        });
        expect(await removeDamagedWith(path, [id])).toBe(1);
        expect(names()).toEqual([]);
      },
    ),
    { numRuns: fuzzRuns(60) },
  );
});

test.each(['c', 'c1', 'a "quoted" id', 'id mit Ümlaut'])(
  'a short or unusual id is found: %s',
  async (one) => {
    const { path, names } = folderWith({ 'runs.json.damaged': JSON.stringify([one]) });
    await removeDamagedWith(path, [one]);
    expect(names()).toEqual([]);
  },
);

test('one that cannot be read is deleted', async () => {
  const { folder, path, names } = folderWith({ 'runs.json': '' });
  symlinkSync(join(folder, 'missing'), `${path}.damaged`);
  await removeDamagedWith(path, [id]);
  expect(names()).toEqual(['runs.json']);
});

test('without a damaged file, or without the folder, nothing is done', async () => {
  const { path } = folderWith({ 'runs.json': id });
  expect(await removeDamagedWith(path, [id])).toBe(0);
  expect(await removeDamagedWith(join(path, 'no', 'such'), [id])).toBe(0);
});
