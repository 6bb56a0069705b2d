import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ResumedBody } from '../../../../main/features/media/resumed-body.ts';
import type { MediaContent } from '../../../../main/service/port.ts';

/** Gives five bytes of ten and breaks off. */
function broken(): MediaContent {
  const body = Readable.from(
    (async function* () {
      yield Buffer.from('AAAAA');
      throw new Error('broken off');
    })(),
    { objectMode: false },
  );
  return { status: 200, bytes: 10, contentType: 'image/png', acceptRanges: true, body } as MediaContent;
}

const rest = (change: Partial<MediaContent>) =>
  ({
    status: 206,
    bytes: 5,
    contentType: 'image/png',
    contentRange: 'bytes 5-9/10',
    body: Readable.from([Buffer.from('BBBBB')]),
    ...change,
  }) as MediaContent;

test('a download that broke off continues with the rest of the same file', async () => {
  const body = new ResumedBody(broken(), { reopen: async () => rest({}) });
  expect((await buffer(body)).toString()).toBe('AAAAABBBBB');
});

test('so does a part of a file, from its own place', async () => {
  const part = { ...broken(), status: 206, contentRange: 'bytes 20-29/40' };
  const body = new ResumedBody(part, {
    reopen: async (range) => {
      expect(range).toBe('bytes=25-29');
      return rest({ contentRange: 'bytes 25-29/40' });
    },
  });
  expect((await buffer(body)).toString()).toBe('AAAAABBBBB');
});

test.each([
  ['with an error', new Error('broken off')],
  ['without one', undefined],
])('one that broke off %s before it was read continues too', async (_how, error) => {
  const response = broken();
  response.body.on('error', () => undefined);
  response.body.destroy(error);
  await new Promise((resolve) => response.body.once('close', resolve));
  const body = new ResumedBody(response, {
    reopen: async (range) => {
      expect(range).toBe('bytes=0-9');
      const whole = [Buffer.from('AAAAABBBBB')];
      return rest({ bytes: 10, contentRange: 'bytes 0-9/10', body: Readable.from(whole) });
    },
  });
  expect((await buffer(body)).toString()).toBe('AAAAABBBBB');
});

test.each([
  ['another size', { contentRange: 'bytes 5-9/9999' }],
  ['another type', { contentType: 'video/mp4' }],
  ['another beginning', { contentRange: 'bytes 4-8/10' }],
])('it is not continued with the rest of a file of %s', async (_what, change) => {
  const other = rest(change);
  const body = new ResumedBody(broken(), { reopen: async () => other });
  await expect(buffer(body)).rejects.toThrow('broken off');
  expect(other.body.destroyed).toBe(true);
});
