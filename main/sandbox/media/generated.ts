import { createHash } from 'node:crypto';
import type { Content } from './medium.ts';

/** The first bytes of a file of each type; a generated file begins with them but cannot be displayed. */
const firstBytes: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'application/pdf': [...Buffer.from('%PDF-1.4\n')],
  'video/webm': [0x1a, 0x45, 0xdf, 0xa3],
  'video/mp4': [0, 0, 0, 0x18, ...Buffer.from('ftypisom')],
};

/** A prime, so that the pattern does not repeat at the size of a reader's buffers. */
const patternBytes = 262_139;
const chunkBytes = 256 * 1024;

/**
 * Returns a file of any size that takes no memory: byte i is byte i modulo a prime of a fixed pattern, so a reader can check every
 * byte of it, and any stretch can be made without what comes before.
 */
export function generatedContent(length: number, contentType: string): Content {
  const first = Buffer.from(firstBytes[contentType] ?? []).subarray(0, length);
  let pattern: Buffer | undefined;
  return {
    length,
    async *slice(start, end) {
      // Twice over, so that every chunk is one contiguous view.
      pattern ??= repeated(patternBytes + chunkBytes);
      let at = start;
      if (at < first.length) {
        yield first.subarray(at, end);
        at = Math.min(first.length, end);
      }
      while (at < end) {
        const size = Math.min(chunkBytes, end - at);
        const from = at % patternBytes;
        yield pattern.subarray(from, from + size);
        at += size;
      }
    },
  };
}

function repeated(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(patternBytes / 32) }, (_, index) =>
    createHash('sha256').update(`generated ${index}`).digest(),
  );
  const once = Buffer.concat(blocks).subarray(0, patternBytes);
  return Buffer.concat([once, once], length);
}
