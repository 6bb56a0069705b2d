import { expect, test } from 'vitest';
import {
  evidenceOperations,
  maxCaseFiles,
  maxPictureBytes,
  maxPicturesBytes,
  maxReportPictures,
} from '../../../preload/contract/evidence.ts';

const { input } = evidenceOperations['evidence.preview'];
const chosen = { environmentId: 'test', conversationId: 'c', unmasked: false, mediaIds: ['m'] };

const isAccepted = (pictures: unknown[], mediaIds: string[] = ['m']) =>
  input.safeParse({ ...chosen, mediaIds, pictures }).success;

const jpegs = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => ({ mediaId: `m${index}`, jpeg: new Uint8Array(bytes) }));

test('the pictures of a report are bounded each, in number, and together', () => {
  expect(isAccepted(jpegs(1, maxPictureBytes))).toBe(true);
  expect(isAccepted(jpegs(1, maxPictureBytes + 1))).toBe(false);
  expect(isAccepted(jpegs(maxReportPictures, 1))).toBe(true);
  expect(isAccepted(jpegs(maxReportPictures + 1, 1))).toBe(false);
  const whole = maxPicturesBytes / maxPictureBytes;
  expect(isAccepted(jpegs(whole, maxPictureBytes))).toBe(true);
  expect(isAccepted([...jpegs(whole, maxPictureBytes), { mediaId: 'one', jpeg: new Uint8Array(1) }])).toBe(
    false,
  );
});

test('a case of many files is exported, and their number is bounded', () => {
  const ids = Array.from({ length: maxCaseFiles }, (_, index) => `m${index}`);
  expect(isAccepted([], ids)).toBe(true);
  expect(isAccepted([], [...ids, 'one'])).toBe(false);
});

test('a reason that names a type of any length is cut, and the report is made', () => {
  const reason = `The file says image/${'x'.repeat(50_000)}`;
  const parsed = input.parse({ ...chosen, pictures: [{ mediaId: 'm', reason }] });
  expect(parsed.pictures).toEqual([{ mediaId: 'm', reason: reason.slice(0, 500) }]);
});
