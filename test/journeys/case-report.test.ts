import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow } from '../support/byte-search.ts';
import { type MediaService, type ServedMedium, startMediaService } from '../support/media-service.ts';
import { openMediaOf } from '../support/media-window.ts';
import { downloadedBytes, type RunningConsole } from './console.ts';

const jpeg = readFileSync(
  join(import.meta.dirname, '../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
);
const media: ServedMedium[] = [
  { id: 'whole', contentType: 'image/jpeg', bytes: jpeg },
  { id: 'page', contentType: 'image/jpeg', bytes: Buffer.from('<!doctype html><html></html>') },
  { id: 'cut', contentType: 'image/jpeg', bytes: jpeg.subarray(0, jpeg.length / 2) },
  { id: 'report', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n') },
];

let service: MediaService;
let console: RunningConsole;
beforeAll(async () => {
  service = await startMediaService(media.map((medium) => ({ ...medium, type: 'FACE' })));
  console = await openMediaOf(service);
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

test('a report with a chosen picture is saved as PDF, masked, and names those it cannot have', async () => {
  const { page } = console;
  await page.getByRole('button', { name: 'Export the case or its files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the case' });
  const preview = dialog.getByRole('region', { name: 'Preview of the report' });
  await preview.getByRole('region', { name: 'Case', exact: true }).getByText('A•••').waitFor();
  await dialog.getByRole('switch', { name: 'Pictures in the report' }).click();
  await preview.getByRole('img', { name: 'Face' }).waitFor();
  await preview.getByText(/left out: It is incomplete/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Report as PDF' }).click(),
  ]);
  const bytes = await downloadedBytes(download);
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  let text = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }
  expect(text).toContain('A•••');
  expect(text).not.toContain('Anna');
  expect(text).toContain('its content looks like text/html');
  expect(bytes.toString('latin1').match(/\/DCTDecode/g)).toHaveLength(1);
  await page.getByText(/Downloaded as case-report-/).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
});

test('an evidence pack is saved by keyboard and verified with sha256sum and openssl', async () => {
  const { page } = console;
  await page.keyboard.press('Control+e');
  await page.getByText('Record, masked').waitFor();
  await page.getByRole('button', { name: 'Save evidence pack' }).focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^evidence-[\w-]+\.zip$/);
  const folder = mkdtempSync(join(tmpdir(), 'assay-pack-'));
  try {
    const pack = join(folder, 'pack.zip');
    await download.saveAs(pack);
    execFileSync('python3', ['-m', 'zipfile', '-e', pack, folder]);
    const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(run('sha256sum --check SHA256SUMS')).not.toContain('FAILED');
    expect(
      run(
        'openssl pkeyutl -verify -pubin -inkey console-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig',
      ),
    ).toContain('Verified');
    expect(readdirSync(join(folder, 'files'))).toHaveLength(media.length);
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toContain('"isMasked": true');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await page.getByText(/Downloaded as evidence-/).waitFor();
});

test('a file that is not what it claims to be is a finding in the list of cases, too', async () => {
  const { page } = console;
  await page.evaluate(() => {
    window.location.hash = '#/conversations';
  });
  const row = page.locator('[role=row][data-conversation]').first();
  await row.getByText('Face is not what it claims to be').first().waitFor();
  await row.getByText('1 issue', { exact: true }).first().waitFor();
});

test('nothing that was shown stands in the data directory, and the page had no errors', () => {
  const samples = [Buffer.from('Anna'), Buffer.from('JFIF'), jpeg.subarray(1000, 1064)];
  for (const path of filesBelow([console.dataDir])) {
    const content = readFileSync(path);
    expect(samples.filter((sample) => content.includes(sample)).map(String), path).toEqual([]);
  }
  expect(console.complaints).toEqual([]);
});
