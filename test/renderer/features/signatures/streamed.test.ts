import { describe, expect, test } from 'vitest';
import { maxPiece } from '../../../../preload/contract/signature-limits.ts';
import { type BridgeClient, CallFailure } from '../../../../renderer/bridge/bridge-client.ts';
import { streamed } from '../../../../renderer/features/signatures/streamed.ts';

const request = { timestamp: '1', signature: '2', key: { kind: 'all' } } as const;
const bytes = Uint8Array.from({ length: 5 * 1024 * 1024 + 7 }, (_, at) => (at * 31) % 251);

/** A main that records the pieces it received, and the most unanswered ones. */
function listening(slow = false) {
  const pieces: { at: number; bytes: Uint8Array }[] = [];
  const operations: string[] = [];
  let waiting = 0;
  let maxWaiting = 0;
  const bridge = {
    async invoke(operation: string, input: { at: number; bytes: Uint8Array }) {
      operations.push(operation);
      if (operation === 'signatures.stream.begin') {
        return { streamId: 's' };
      }
      if (operation !== 'signatures.stream.append') {
        return {};
      }
      pieces.push({ at: input.at, bytes: Uint8Array.from(input.bytes) });
      waiting += 1;
      maxWaiting = Math.max(maxWaiting, waiting);
      await new Promise((resolve) => setTimeout(resolve, slow ? 5 : 0));
      waiting -= 1;
      return { received: 0 };
    },
  } as unknown as BridgeClient;
  return { bridge, pieces, operations, maxWaiting: () => maxWaiting };
}

/** A file whose stream gives chunks of odd lengths, as a browser's may. */
function oddFile(of: Uint8Array, size = of.length): File {
  const stream = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = of.subarray(at, at + 1 + ((at * 7) % 1_300_001));
        at += next.length;
        if (next.length === 0) {
          controller.close();
        } else {
          controller.enqueue(next);
        }
      },
    });
  };
  return { name: 'odd.json', size, stream } as unknown as File;
}

describe.each([
  ['bytes', () => new Blob([bytes])],
  ['a file', () => new File([bytes], 'body.json')],
  ['a file that comes in chunks of any length', () => oddFile(bytes)],
])('%s', (_, source) => {
  test('arrives complete, in order, in allowed pieces, several at once but never many', async () => {
    const { bridge, pieces, operations, maxWaiting } = listening(true);
    const reported: number[] = [];
    await streamed(bridge.invoke, request, source(), new AbortController().signal, (sent) =>
      reported.push(sent),
    );
    let at = 0;
    for (const piece of pieces) {
      expect(piece.at).toBe(at);
      expect(piece.bytes.length).toBeLessThanOrEqual(maxPiece);
      at += piece.bytes.length;
    }
    expect(Buffer.concat(pieces.map((piece) => piece.bytes)).equals(bytes)).toBe(true);
    expect(maxWaiting()).toBeGreaterThan(2);
    expect(maxWaiting()).toBeLessThanOrEqual(8);
    expect(reported.at(-1)).toBe(bytes.length);
    expect(operations.at(-1)).toBe('signatures.stream.finish');
  });

  test('is cancelled at once when stopped', async () => {
    const { bridge, pieces, operations } = listening();
    const stop = new AbortController();
    const ends = streamed(bridge.invoke, request, source(), stop.signal, () => stop.abort());
    await expect(ends).rejects.toThrow();
    expect(pieces.length).toBeLessThan(11);
    expect(operations.at(-1)).toBe('signatures.stream.abandon');
  });
});

test('a file that changed since it was chosen is not verified', async () => {
  for (const size of [bytes.length + 1, bytes.length - 1]) {
    const { bridge, operations } = listening();
    const ends = streamed(
      bridge.invoke,
      request,
      oddFile(bytes, size),
      new AbortController().signal,
      () => {},
    );
    await expect(ends).rejects.toThrow(CallFailure);
    expect(operations).not.toContain('signatures.stream.finish');
  }
});
