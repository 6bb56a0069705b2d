import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkContents } from '../../../../main/features/media/content-check.ts';
import type { CheckedPart } from '../../../../preload/contract/media.ts';
import { type MediaService, type ServedMedium, startMediaService } from '../../../support/media-service.ts';
import { servicesOf } from '../../../support/service.ts';

const html = Buffer.from('<!doctype html><html></html>');
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(2_000_000)]);
const files: ServedMedium[] = [
  { id: 'whole', contentType: 'image/jpeg', bytes: jpeg },
  { id: 'page', contentType: 'image/jpeg', bytes: html },
  { id: 'without parts', contentType: 'image/png', bytes: jpeg, sendsParts: false },
];

let service: MediaService;
let services: ReturnType<typeof servicesOf>;
beforeEach(async () => {
  service = await startMediaService(files.map((file) => ({ ...file })));
  services = servicesOf(service.baseUrl);
});
afterEach(async () => {
  await services.close();
  await service.close();
});

function check(media: { mediaId: string; contentType: string; subtype?: string; type?: string }[]) {
  const { conversationId } = service;
  const input = { environmentId: 'test', conversationId, media };
  return checkContents(services.client('test'), input, new AbortController().signal);
}

const all = files.map(({ id, contentType }) => ({ mediaId: id, contentType, type: 'DOCUMENT' }));

test('files that are not what they claim to be are found by a small part of each', async () => {
  const { mismatches, isComplete } = await check(all);
  expect(isComplete).toBe(true);
  expect(mismatches).toEqual([
    { mediaId: 'page', type: 'DOCUMENT', claimed: 'image/jpeg', found: 'text/html' },
    { mediaId: 'without parts', type: 'DOCUMENT', claimed: 'image/png', found: 'image/jpeg' },
  ]);
  expect(service.ranges).toEqual(['bytes=0-4095', 'bytes=0-4095', 'bytes=0-4095']);
});

test('the name and the size of each file are known from the same small part', async () => {
  const { files: found } = await check(all);
  expect(found).toEqual([
    { mediaId: 'whole', fileName: 'whole.jpg', bytes: jpeg.length },
    { mediaId: 'page', fileName: expect.stringMatching(/^page\./), bytes: html.length },
    { mediaId: 'without parts', fileName: 'without parts.jpg', bytes: jpeg.length },
  ]);
});

test('a file that cannot be read leaves the others to be checked, and is not taken for a good one', async () => {
  service.media.splice(0, 1);
  const { mismatches, isComplete } = await check(all);
  expect(isComplete).toBe(false);
  expect(mismatches).toHaveLength(2);
});

test('a service that cannot be reached is not asked for each of hundreds', async () => {
  await service.close();
  const many = Array.from({ length: 300 }, (_, index) => ({
    mediaId: `m${index}`,
    contentType: 'image/png',
  }));
  expect(await check(many)).toEqual({ mismatches: [], files: [], isComplete: false });
});

test('every file of a case of many is checked, and what is found is said in parts', async () => {
  const media = Array.from({ length: 620 }, (_, index) => ({
    mediaId: `m${index}`,
    contentType: 'image/jpeg',
  }));
  service.media.push(...media.map(({ mediaId, contentType }) => ({ id: mediaId, contentType, bytes: html })));
  const parts: CheckedPart[] = [];
  const found = await checkContents(
    services.client('test'),
    { environmentId: 'test', conversationId: service.conversationId, media },
    new AbortController().signal,
    (part) => parts.push(part),
  );
  expect(found).toMatchObject({ isComplete: true });
  expect(found.mismatches).toHaveLength(620);
  expect(parts.map(({ files: checked }) => checked.length)).toEqual([100, 100, 100, 100, 100, 100]);
  expect(new Set(parts.flatMap(({ files: checked }) => checked.map(({ mediaId }) => mediaId))).size).toBe(
    600,
  );
});

test('nothing but codes and types is kept', async () => {
  const [, page] = all;
  const { mismatches } = await check([
    { mediaId: 'page', contentType: 'Jan Kowalski <jan@example.com>', subtype: 'passport of Jan Kowalski' },
    { mediaId: page?.mediaId ?? '', contentType: 'image/jpeg; name="Jan Kowalski.jpg"' },
  ]);
  expect(JSON.stringify(mismatches)).not.toContain('Jan');
  expect(mismatches.map(({ claimed }) => claimed)).toEqual(['an unknown type', 'image/jpeg']);
});
