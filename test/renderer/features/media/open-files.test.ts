import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenedMedia } from '../../../../preload/contract/media.ts';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { type FileToOpen, OpenFiles } from '../../../../renderer/features/media/open-files.ts';

interface Call {
  operation: string;
  input: { mediaId?: string; address?: string };
  signal: AbortSignal | undefined;
  answer(output: unknown): void;
  fail(error: Error): void;
}

let calls: Call[] = [];
let files: OpenFiles;
const bridge = {
  invoke: (operation: string, input: Call['input'], options?: { signal?: AbortSignal }) =>
    new Promise((answer, fail) => calls.push({ operation, input, signal: options?.signal, answer, fail })),
} as unknown as BridgeClient;
const never = new AbortController().signal;
const file = (mediaId: string): FileToOpen => ({ environmentId: 'e', conversationId: 'c', mediaId });
const opened = (address: string, bytes = 1000): OpenedMedia => ({
  address,
  form: 'image',
  claimedType: 'image/png',
  isMismatch: false,
  fileName: 'file.png',
  bytes,
});
const made = (operation: string) => calls.filter((call) => call.operation === operation);

/** Opens a file whose request is answered with an address of the same name. */
async function open(id: string, bytes?: number) {
  const opening = files.open(file(id), never);
  const last = calls.at(-1);
  if (last?.operation === 'media.open' && last.input.mediaId === id) {
    last.answer(opened(id, bytes));
  }
  return opening;
}

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  files = new OpenFiles(bridge);
});
afterEach(() => {
  files.closeAll();
  vi.useRealTimers();
});

describe('a file', () => {
  test('is opened once for all who show it, also one after another', async () => {
    const one = files.open(file('a'), never);
    const other = files.open(file('a'), never);
    made('media.open')[0]?.answer(opened('a'));
    (await one).release();
    (await other).release();
    (await open('a')).release();
    expect(made('media.open')).toHaveLength(1);
    expect(made('media.close')).toHaveLength(0);
  });

  test('is still being opened for one when another has given it up, and cancelled with the last', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const one = files.open(file('a'), first.signal);
    const other = files.open(file('a'), second.signal);
    first.abort();
    await expect(one).rejects.toThrow();
    expect(made('media.open')[0]?.signal?.aborted).toBe(false);
    second.abort();
    await expect(other).rejects.toThrow();
    expect(made('media.open')[0]?.signal?.aborted).toBe(true);
  });

  test('that could not be opened is asked for again', async () => {
    const failing = files.open(file('a'), never);
    made('media.open')[0]?.fail(new Error('unreachable'));
    await expect(failing).rejects.toThrow('unreachable');
    expect((await open('a')).opened.address).toBe('a');
    expect(made('media.open')).toHaveLength(2);
  });

  test('is renewed for as long as it is shown, and opened anew once it may have ended', async () => {
    const shown = await open('a');
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(made('media.renew')).toHaveLength(1);
    made('media.renew')[0]?.answer({ expiresAt: '2026-01-01T00:00:00Z' });
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    made('media.renew')[1]?.answer({ expiresAt: '2026-01-01T00:00:00Z' });
    shown.release();
    await vi.advanceTimersByTimeAsync(3 * 60_000);
    expect(made('media.renew')).toHaveLength(2);
    (await open('a')).release();
    expect(made('media.open')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    (await open('a')).release();
    expect(made('media.open')).toHaveLength(2);
    expect(made('media.close')).toHaveLength(1);
  });

  test('that is not shown is closed when others need its place, when it is large, and with all others', async () => {
    for (let index = 0; index < 30; index += 1) {
      (await open(`f${index}`)).release();
    }
    expect(made('media.close').map(({ input }) => input.address)).toEqual([
      'f0',
      'f1',
      'f2',
      'f3',
      'f4',
      'f5',
    ]);
    (await open('large', 64 * 1024 * 1024)).release();
    expect(made('media.close').at(-1)?.input.address).toBe('large');
    const shown = await open('shown');
    files.closeAll();
    expect(made('media.close')).toHaveLength(31);
    shown.release();
    expect(made('media.close').at(-1)?.input.address).toBe('shown');
    // It is not kept after that.
    await open('shown');
    expect(made('media.open').filter(({ input }) => input.mediaId === 'shown')).toHaveLength(2);
  });
});
