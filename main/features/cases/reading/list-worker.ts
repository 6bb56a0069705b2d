import { serveTask } from '../../../common/workers/serve-task.ts';
import { isTooLarge } from './json-size.ts';
import { type ParsedList, parseList } from './read-list.ts';

/** Gives undefined for a list that is too large to be parsed. Its events are texts to look up. */
serveTask<{ source: string | Uint8Array }, ParsedList | undefined, string[]>(({ source }, { emit }) => {
  const text = typeof source === 'string' ? source : textOf(source);
  return { output: isTooLarge(text) ? undefined : parseList(text, emit) };
});

/** Returns a file's text; spreadsheets also save UTF-16, with a byte order mark. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
