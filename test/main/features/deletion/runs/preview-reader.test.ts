import { expect, test, vi } from 'vitest';
import { LoginDigests } from '../../../../../main/features/deletion/login-digests.ts';
import type { PreviewEntry } from '../../../../../main/features/deletion/runs/preview/entry.ts';
import { PreviewReader } from '../../../../../main/features/deletion/runs/preview/reader.ts';
import type { ServiceClient } from '../../../../../main/service/port.ts';
import { failed, MemoryService } from './single-run.ts';

/** A reader of one conversation, and its entry. @param sleep called before each further attempt */
function readerOf(service: MemoryService, sleep: () => Promise<void>) {
  const entry: PreviewEntry = {
    conversationId: 'c-1',
    line: undefined,
    choice: 'delete',
    chosen: undefined,
    summary: undefined,
    failure: undefined,
  };
  const reader = new PreviewReader(
    {
      client: () =>
        ({
          ...service.client(),
          readMetadata: () => Promise.reject(failed('not-found')),
        }) as Partial<ServiceClient> as ServiceClient,
      logins: new LoginDigests(),
      salt: 's',
      now: () => 1,
      sleep,
      update: (read, result) => Object.assign(read, result),
      changed: () => undefined,
      absent: () => undefined,
      log: () => undefined,
    },
    [entry],
  );
  return { reader, entry };
}

test('a preview that waits for the service says why, until it can be read', async () => {
  const service = new MemoryService();
  const isBack = Promise.withResolvers<void>();
  const { reader, entry } = readerOf(service, () => isBack.promise);
  const end = service.refuse('GET', failed('connection-refused'));
  reader.read();
  await vi.waitFor(() => expect(reader.failure?.code).toBe('connection-refused'));
  expect(reader.isReading).toBe(true);
  end();
  isBack.resolve();
  await vi.waitFor(() => expect(reader.isReading).toBe(false));
  expect(entry.summary?.status).toBe('FINISHED');
  expect(reader.failure).toBeUndefined();
});

test('a conversation whose reads fail by themselves is read three times', async () => {
  const service = new MemoryService();
  const pauses: number[] = [];
  const { reader, entry } = readerOf(service, async () => {
    pauses.push(service.requests.length);
    if (pauses.length > 2) {
      // Later attempts would not end.
      await Promise.withResolvers().promise;
    }
  });
  service.refuse('GET', failed('server-error'));
  reader.read();
  await vi.waitFor(() => expect(reader.isReading).toBe(false));
  expect(pauses).toEqual([1, 2]);
  expect(entry.failure).toBe('server-error');
});
