import { serveTask } from '../../workers/serve-task.ts';
import { type ParsedList, parseList } from './read-list.ts';

serveTask<{ source: string | Uint8Array }, ParsedList>(({ source }) => ({
  output: parseList(typeof source === 'string' ? source : decoded(source)),
}));

/** A file's text; spreadsheets also save UTF-16, with a byte order mark. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
