import { expect, test } from 'vitest';
import { mediaRequests, openCase, serveMedia } from '../main.ts';
import { chooseFile, found, pageOf } from '../media-view.ts';
import { showData } from '../window.tsx';

test('a PDF is read in parts from what has passed if it is too large to be read whole', async () => {
  const id = crypto.randomUUID();
  await openCase('media', await serveMedia([{ id, file: 'too large PDF', sendsParts: false }]), {
    view: 'media',
  });
  await showData();
  await chooseFile(0);
  await found(`${pageOf(1)} .textLayer span`);
  // Once for its first bytes, and once for the whole file.
  expect((await mediaRequests(id)).length).toBeLessThanOrEqual(2);
});
