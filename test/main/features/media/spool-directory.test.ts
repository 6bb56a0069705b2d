import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { SpoolDirectory } from '../../../../main/features/media/spool/spool-directory.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-spool-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test('the start removes earlier spool files and nothing else', () => {
  const spool = join(folder, 'spool');
  mkdirSync(join(spool, 'b'.repeat(32)), { recursive: true });
  for (const name of ['a'.repeat(32), 'important.docx', '.hidden']) {
    writeFileSync(join(spool, name), 'x');
  }
  symlinkSync(join(spool, 'important.docx'), join(spool, 'c'.repeat(32)));
  new SpoolDirectory(spool);
  expect(readdirSync(spool).sort()).toEqual(['.hidden', 'b'.repeat(32), 'c'.repeat(32), 'important.docx']);
});

test.skipIf(process.platform === 'win32')(
  'a link is neither followed at the start nor written into',
  async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'd'.repeat(32)), 'x');
    symlinkSync(elsewhere, join(folder, 'spool'));
    const spools = new SpoolDirectory(join(folder, 'spool'));
    await expect(spools.create()).rejects.toMatchObject({ code: 'file-not-written' });
    expect(readdirSync(elsewhere)).toEqual(['d'.repeat(32)]);
  },
);
