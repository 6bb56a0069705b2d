import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { zipStream } from '../../../../../main/features/records/evidence/zip-writer.ts';

test('a ZIP that fails before it is read ends nothing else, and its reader gets the error', async () => {
  const full = new Error('the disk is full');
  const zip = zipStream(new Date(0), () => Promise.reject(full));
  // Without a listener the error would end the process here.
  await setImmediate();
  expect(zip.errored).toBe(full);
  await expect(buffer(zip)).rejects.toThrow();
});
