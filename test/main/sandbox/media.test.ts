import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { createImageReader } from '../../../main/features/media/image-reader.ts';
import { specimenFolders } from '../../../main/sandbox/media/specimens.ts';
import { inventedPeople } from '../../../main/sandbox/people.ts';
import { valueAt } from '../../conformance/client.ts';
import { fullTests } from '../../support/full-tests.ts';
import { control, openSandbox, type TestSandbox } from './support.ts';

const firstBytes: Readonly<Record<string, string>> = {
  'image/png': '89504e470d0a1a0a',
  'image/jpeg': 'ffd8ff',
  'application/pdf': '255044462d',
  'video/webm': '1a45dfa3',
  'video/mp4': '0000',
};

test('every specimen has the right type', async () => {
  const sandbox = await openSandbox();
  const files = await filesOf(sandbox, /^Everything that can be collected/);
  expect(files.length).toBeGreaterThanOrEqual(12);
  for (const { type, answer } of files) {
    expect(answer.status).toBe(200);
    expect(answer.bytes.toString('hex')).toMatch(new RegExp(`^${firstBytes[type]}`));
    expect(Number(answer.headers.get('content-length'))).toBe(answer.bytes.length);
    expect(answer.bytes.length).toBeLessThan(400_000);
  }
});

test('pictures are large enough to zoom into', async () => {
  const sandbox = await openSandbox();
  const files = await filesOf(sandbox, /^Everything that can be collected/);
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  expect(pictures.length).toBeGreaterThanOrEqual(10);
  for (const { type, answer } of pictures) {
    const reader = createImageReader(type);
    reader?.feed(answer.bytes);
    expect(reader?.isComplete).toBe(true);
    expect(Math.min(reader?.size?.width ?? 0, reader?.size?.height ?? 0)).toBeGreaterThanOrEqual(600);
  }
});

test('the report is a PDF of three pages about its person, each marked as a specimen', async () => {
  const sandbox = await openSandbox();
  const [report] = (await filesOf(sandbox, /^Everything/)).filter(({ type }) => type === 'application/pdf');
  const pages = await pdfTexts(report?.answer.bytes ?? Buffer.alloc(0));
  expect(pages).toHaveLength(3);
  for (const page of pages) {
    expect(page).toContain('SPECIMEN');
  }
  expect(pages[0]).toContain('Zazolc Gesla-Jazn');
  expect(pages[0]).toContain('79110299970');
});

test('every person has the files of every possible ending', () => {
  const sandbox = join(import.meta.dirname, '../../../main/sandbox');
  const sizes: number[] = [];
  const folders = Object.values(inventedPeople).map((person) => specimenFolders.get(person));
  for (const folder of [...folders, 'as-entered']) {
    for (const file of ['id-card-front.jpg', 'id-card-back.jpg', 'face.jpg', 'report.pdf']) {
      sizes.push(statSync(join(sandbox, 'assets/specimens', `${folder}`, file)).size);
    }
  }
  expect(sizes).toHaveLength(4 * (Object.keys(inventedPeople).length + 1));
  expect(Math.min(...sizes)).toBeGreaterThan(5_000);
});

test('documents of a manually entered name say so and show no other person', async () => {
  const sandbox = await openSandbox();
  const verify = { user: { person: { name: { firstName: 'Ada', lastName: 'Example' } } } };
  const query = { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME']] }, verify };
  const id = await sandbox.client.create({ query });
  await control(sandbox, `/conversations/${id}/complete`, { outcome: 'FINISHED' });
  const base = `/api/conversations/${id}/identity/metadata`;
  const report = Array((await sandbox.client.call('GET', base)).at('media'))
    .flat()
    .find((medium) => valueAt(medium, 'type') === 'REPORT');
  const answer = await sandbox.client.call('GET', `${base}/media/${valueAt(report, 'id')}`);
  const [first] = await pdfTexts(answer.bytes);
  expect(first).toContain('As entered Specimen');
});

test('a file is the same on every request', async () => {
  const [one, other] = [await openSandbox(), await openSandbox()];
  const digests = async (sandbox: TestSandbox) =>
    (await filesOf(sandbox, /^Finished: identity/)).map(({ answer }) =>
      createHash('sha256').update(answer.bytes).digest('hex'),
    );
  expect(await digests(one)).toEqual(await digests(other));
});

test('non-ASCII names have both forms of RFC 6266, including difficult ones', async () => {
  const sandbox = await openSandbox();
  const names = (await filesOf(sandbox, /^Files with difficult names/)).map(({ answer }) =>
    answer.headers.get('content-disposition'),
  );
  expect(names[0]).toBe(
    `attachment; filename="Reisepass J_rgen Gro_ __.png"; filename*=UTF-8''${encodeURIComponent('Reisepass Jürgen Groß 旅券.png')}`,
  );
  expect(names).toContain('attachment; filename="../../../autostart/passport.png"');
  expect(names).toContain('attachment; filename="a \\"quoted\\"; name\\\\with.png"');
});

test('some files do not match their type', async () => {
  const sandbox = await openSandbox();
  const files = await filesOf(sandbox, /^Files that are not what they say/);
  const jpeg = files.find(({ type }) => type === 'image/jpeg');
  expect(jpeg?.answer.headers.get('content-type')).toBe('image/jpeg');
  expect(jpeg?.answer.bytes.toString('utf8')).toMatch(/^<!doctype html>/);
});

test.each([
  ['bytes=0-9', 206, 'bytes 0-9/1000', 0, 10],
  ['bytes=990-', 206, 'bytes 990-999/1000', 990, 1000],
  ['bytes=-5', 206, 'bytes 995-999/1000', 995, 1000],
  ['bytes=900-5000', 206, 'bytes 900-999/1000', 900, 1000],
  ['bytes=1000-', 416, 'bytes */1000', 0, 0],
  ['bytes=5-2', 200, null, 0, 1000],
  ['bytes=0-1,5-6', 200, null, 0, 1000],
  ['lines=1-2', 200, null, 0, 1000],
])('Range: %s is answered %i', async (range, status, contentRange, start, end) => {
  const sandbox = await openSandbox();
  const path = await generated(sandbox, 1000, 'image/png');
  const whole = await sandbox.client.call('GET', path);
  const part = await sandbox.client.call('GET', path, { headers: { range } });
  expect(part.status).toBe(status);
  expect(part.headers.get('content-range')).toBe(contentRange);
  expect(part.bytes.equals(whole.bytes.subarray(start, end))).toBe(true);
});

test('If-Range with another version gives the whole file', async () => {
  const sandbox = await openSandbox();
  const path = await generated(sandbox, 1000, 'image/png');
  const headers = { range: 'bytes=0-9', 'if-range': '"another"' };
  expect((await sandbox.client.call('GET', path, { headers })).status).toBe(200);
});

const large = (fullTests ? 256 : 96) * 1024 ** 2;

test(`a generated file of ${large / 1024 ** 2} MiB is streamed, and any range of it matches the whole`, async () => {
  const sandbox = await openSandbox();
  const size = large;
  const path = await generated(sandbox, size, 'image/jpeg');
  const response = await fetch(sandbox.baseUrl + path, { headers: { authorization: sandbox.client.basic } });
  let total = 0;
  let max = 0;
  const before = process.memoryUsage().rss;
  let sample = Buffer.alloc(0);
  for await (const chunk of response.body ?? []) {
    if (total <= 100_000_000 && total + chunk.byteLength > 100_000_010) {
      sample = Buffer.from(chunk.subarray(100_000_000 - total, 100_000_010 - total));
    }
    total += chunk.byteLength;
    max = Math.max(max, process.memoryUsage().rss);
  }
  const stretch = await sandbox.client.call('GET', path, { headers: { range: 'bytes=100000000-100000009' } });
  expect(total).toBe(size);
  expect(stretch.bytes.equals(sample)).toBe(true);
  if (fullTests) {
    // Server and client share a process: together they may hold buffers, but never the file.
    expect((max - before) / 2 ** 20).toBeLessThan(128);
  }
});

/** The text of each page. */
async function pdfTexts(bytes: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  });
  return Promise.all(pages);
}

async function generated(sandbox: TestSandbox, bytes: number, contentType: string): Promise<string> {
  const id = sandbox.idOf(/^Finished, nothing collected/);
  const { json } = await control(sandbox, `/conversations/${id}/media`, { bytes, contentType });
  return `/api/conversations/${id}/identity/metadata/media/${valueAt(json, 'id')}`;
}

async function filesOf(sandbox: TestSandbox, title: RegExp) {
  const base = `/api/conversations/${sandbox.idOf(title)}/identity/metadata`;
  const media = (await sandbox.client.call('GET', base)).at('media');
  return Promise.all(
    Array(media)
      .flat()
      .map(async (medium) => ({
        type: String(valueAt(medium, 'contentType')),
        answer: await sandbox.client.call('GET', `${base}/media/${valueAt(medium, 'id')}`),
      })),
  );
}
