import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, test } from 'vitest';
import { printedReport } from '../../../../../main/features/records/evidence/printed-report.ts';
import { reportPdf } from '../../../../../main/features/records/evidence/report-pdf.ts';
import { checkedPictures } from '../../../../../main/features/records/evidence/report-pictures.ts';
import { Printer } from '../../../../../main/features/records/print/printer.ts';
import { readReportFonts } from '../../../../../main/features/records/print/report-fonts.ts';
import { type CaseReport, maxReportPictures } from '../../../../../preload/contract/evidence.ts';

const fonts = join(import.meta.dirname, '../../../../../node_modules');
const jpeg = readFileSync(
  join(import.meta.dirname, '../../../../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
);
const media = Array.from({ length: 60 }, (_, index) => ({ id: `m${index}`, type: 'FACE', isListed: true }));
const { signal } = new AbortController();
const works: Printer[] = [];
afterAll(() => Promise.all(works.map((work) => work.close())));

function work(limits?: ConstructorParameters<typeof Printer>[1]): Printer {
  const made = new Printer(fonts, limits);
  works.push(made);
  return made;
}

function print(printer: Printer, report: CaseReport, jpegs: readonly Uint8Array[] = [], by = signal) {
  return printer.print({ report: printedReport(report), jpegs }, by);
}

function reportOf(change: Partial<CaseReport> = {}): CaseReport {
  return {
    format: 'assay-case-report',
    version: 1,
    createdAt: '2026-11-21T12:00:00Z',
    createdBy: 'anna',
    program: 'Assay test',
    environment: { name: 'Test', kind: 'test', address: 'https://service.example' },
    conversationId: 'c-1',
    receivedAt: '2026-11-21T11:59:00Z',
    heading: 'Rejected',
    verdict: 'Issues',
    isMasked: true,
    findings: [],
    record: [{ path: 'p', label: 'First name', value: 'Z•••', isMasked: true }],
    recordLeftOut: 0,
    checks: [],
    ownChecks: [],
    seenBefore: [],
    sources: [],
    notes: [],
    history: [],
    files: [],
    pictures: [],
    withoutPicture: [],
    ...change,
  };
}

/** Makes the PDF as `Printer` does, without a thread. */
async function pdfOf(report: CaseReport, jpegs: readonly Uint8Array[] = []): Promise<Uint8Array> {
  const printed = printedReport(report);
  return reportPdf(printed, jpegs, await readReportFonts(fonts, JSON.stringify(printed)));
}

async function read(bytes: Uint8Array): Promise<{ text: string; images: number }> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  let text = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }
  const images =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Filter \/DCTDecode/g)?.length ?? 0;
  return { text, images };
}

describe('the PDF of a report', () => {
  test('begins with the person, the assessment, the decision, its reason, its reviewer and its time', async () => {
    const decision = {
      kind: 'Rejected',
      at: '2026-11-21T12:00:00Z',
      reviewer: 'jan',
      reason: 'Confirmed match',
      comment: 'Born on the same day',
    };
    const about = { person: 'A•••, 19••', userKey: 'u-7', state: 'Done', decision };
    const { text } = await read(await pdfOf(reportOf(about)));
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /^Case report Person A•••, 19•• User key u-7 Assessment Issues State Done Decision Rejected Reasons Confirmed match Comment Born on the same day Reviewer jan Decided 2026-11-21T12:00:00Z .*Findings/,
    );
  });

  test('has the chosen pictures with their titles, and names those that were left out', async () => {
    const { jpegs, ...pictures } = checkedPictures(
      [
        { mediaId: 'm0', jpeg },
        { mediaId: 'm1', reason: 'The file says image/jpeg, but its content looks like text/html.' },
        { mediaId: 'm2', jpeg: jpeg.subarray(0, jpeg.length / 2) },
        { mediaId: 'm3', jpeg: Buffer.from('<html>') },
        { mediaId: 'of another case', jpeg },
      ],
      media,
    );
    expect(pictures.pictures).toEqual(
      [{ mediaId: 'm0', title: 'Face', width: 630, height: 810 }].map((one) => ({
        ...one,
        width: expect.any(Number),
        height: expect.any(Number),
      })),
    );
    expect(jpegs).toHaveLength(1);
    const { text, images } = await read(await print(work(), reportOf(pictures), jpegs));
    expect(images).toBe(1);
    expect(text).toMatch(/Face\s+m0/);
    expect(text).toContain('its content looks like text/html');
    expect(text.match(/not a complete JPEG/g)).toHaveLength(2);
    expect(text).not.toContain('of another case');
    expect(text).toContain('Z•••');
  });

  test('has each id whole, and no heading at the foot of a page', async () => {
    const id = 'aac84707-1b2c-4d3e-8f90-a1b2c3d4e5f6';
    const note = { at: '2026-11-21T12:00:00Z', actor: 'anna', text: 'A line of the note.\n'.repeat(8) };
    // With 6 to 13 checks the heading would be alone at the foot of the first page.
    for (let count = 5; count < 15; count += 2) {
      const checks = Array.from({ length: count }, () => ({ product: 'Face', status: 'OK' }));
      const report = reportOf({
        checks,
        notes: [note],
        seenBefore: [{ conversationId: id, text: 'Rejected' }],
      });
      const bytes = await pdfOf(report);
      const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
      const texts: string[] = [];
      for (let number = 1; number <= pdf.numPages; number += 1) {
        const { items } = await (await pdf.getPage(number)).getTextContent();
        const ofPage = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? item.str : []));
        texts.push(...ofPage);
        if (ofPage.includes('Notes')) {
          expect(ofPage[ofPage.indexOf('Notes') + 1]).toContain(note.at);
        }
      }
      expect(texts).toContain(id);
      expect(texts).toContain('Notes');
    }
  });

  test('has 40 pictures at most, on as many pages as they need', async () => {
    const { jpegs, ...pictures } = checkedPictures(
      media.map(({ id }) => ({ mediaId: id, jpeg })),
      media,
    );
    expect(pictures.pictures).toHaveLength(maxReportPictures);
    const { text, images } = await read(await pdfOf(reportOf(pictures), jpegs));
    expect(images).toBe(maxReportPictures);
    expect(text).toContain(`A report has at most ${maxReportPictures} pictures.`);
  });

  test('is made beside main’s thread, also where it is long', async () => {
    const record = Array.from({ length: 500 }, (_, index) => ({
      path: `p${index}`,
      label: `Member ${index}`,
      value: 'zażółć '.repeat(100),
      isMasked: false,
    }));
    const [ofAll, ofThread] = [process.cpuUsage(), process.threadCpuUsage()];
    const bytes = await print(work(), reportOf({ record }));
    const [all, thread] = [process.cpuUsage(ofAll), process.threadCpuUsage(ofThread)];
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    // A share of the work, however long the machine takes for it.
    expect((thread.user + thread.system) / (all.user + all.system)).toBeLessThan(0.25);
  });

  test('cuts texts that are too long for a page with a mark, and counts the values it leaves out', async () => {
    const long = 'Kowalski-'.repeat(20_000);
    const record = Array.from({ length: 700 }, (_, index) => ({
      path: long,
      label: index < 20 ? long : 'Name',
      value: index < 20 ? long : 'x',
      isMasked: false,
    }));
    const report = reportOf({ record, files: [{ id: long, title: long, contentType: long }], verdict: long });
    const { text } = await read(await pdfOf(report));
    expect(text).toMatch(/\(cut: all 180,000 characters are in the JSON/);
    expect(text).toContain('200 more values are in the JSON report.');
    expect(text).not.toContain('(codes:');
  });

  test('has names in any writing, and says beside a name what it cannot print', async () => {
    const names = ['Nguyễn Thị Hồng', 'Əliyev', '李小龍', '김철수', 'สมชาย', '😀'];
    const record = names.map((value) => ({ path: 'p', label: 'Last name', value, isMasked: false }));
    const { text } = await read(await print(work(), reportOf({ record })));
    for (const name of names.slice(0, -1)) {
      expect(text.normalize('NFC')).toContain(name);
    }
    expect(text.match(/u\{/g)).toHaveLength(1);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      '\\u{1f600} (codes: characters that cannot be printed here)',
    );
  });

  test('ends at its limits of time and memory, and when the user stops', async () => {
    const long = reportOf({
      checks: Array.from({ length: 2000 }, () => ({ product: 'x'.repeat(2000), status: 'y'.repeat(2000) })),
      history: Array.from({ length: 2000 }, () => ({ at: 'x', actor: 'a', text: 'z'.repeat(2000) })),
    });
    await expect(print(work({ timeoutMs: 300 }), long)).rejects.toMatchObject({
      code: 'limit-exceeded',
      message: expect.stringContaining('more time'),
    });
    await expect(print(work({ heapMb: 24 }), long)).rejects.toMatchObject({
      code: 'limit-exceeded',
      message: expect.stringContaining('more memory'),
    });
    const stop = new AbortController();
    const stopped = print(work(), long, [], stop.signal);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  });
});
