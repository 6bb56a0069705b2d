import { Readable } from 'node:stream';
import type { SaveProgress, SaveResult } from '../../preload/contract/application.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { Host } from './host.ts';

type Text = Iterable<string> | AsyncIterable<string>;

/** A file that the console itself makes. */
export interface MadeFile {
  /** A safe file name. */
  fileName: string;
  contentType: string;
  /** Made once the target is known: all its bytes, or text in pieces. */
  content(): Uint8Array | Text | Promise<Uint8Array | Text>;
}

/** Saves a file that the console itself makes. */
export function saveContent(
  host: Pick<Host, 'saveFile'>,
  { fileName, contentType, content }: MadeFile,
  signal: AbortSignal,
  progress: (progress: SaveProgress) => void = () => undefined,
): Promise<SaveResult> {
  const file = {
    fileName,
    async open() {
      const data = await content();
      return data instanceof Uint8Array
        ? { body: Readable.from([data]), bytes: data.length, contentType }
        : { body: Readable.from(inChunks(data)), contentType };
    },
  };
  return host.saveFile(file, {
    signal,
    progress: (bytes, total) => progress({ bytes, ...omitUndefined({ total }) }),
  });
}

/** In characters. */
const minChunk = 65_536;

/** Yields short texts together, so that a file of many lines is not written line by line. */
async function* inChunks(texts: Text): AsyncGenerator<string> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length >= minChunk) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}
