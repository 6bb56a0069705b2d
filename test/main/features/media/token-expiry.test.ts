import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ResumedBody } from '../../../../main/features/media/resumed-body.ts';
import { startMediaService } from '../../../support/media-service.ts';
import { clientFor } from '../../service/support/client.ts';

async function serve(change: object) {
  const bytes = randomBytes(300_000);
  const medium = { id: 'm1', contentType: 'video/mp4', bytes, breaksOnce: 100_000, ...change };
  const service = await startMediaService([medium]);
  onTestFinished(() => service.close());
  const { client } = clientFor(service.baseUrl, {
    authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'body' },
  });
  const open = (range?: string) =>
    client.openMedia(service.conversationId, 'm1', range === undefined ? {} : { range });
  return { service, bytes, body: new ResumedBody(await open(), { reopen: open }) };
}

test('a file whose token expires while it arrives continues where it stopped, with a new token', async () => {
  const { service, bytes, body } = await serve({ thenExpires: true });
  expect((await buffer(body)).equals(bytes)).toBe(true);
  // The first token, the one that expired, and the new one.
  expect(service.tokens).toBe(3);
  expect(service.ranges).toEqual(['', 'bytes=100000-299999']);
});

test('a file that is removed while it arrives ends with that reason', async () => {
  const { body } = await serve({ thenRefuses: 410 });
  await expect(buffer(body)).rejects.toMatchObject({ code: 'gone' });
});
