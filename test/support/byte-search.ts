import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The forms of a text that a program may write to a file: its encodings as bytes, by name. */
export function encodedVariants(text: string): Map<string, Buffer> {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const forms = new Map<string, Buffer>([
    ['UTF-8', utf8],
    ['UTF-16LE', utf16],
    ['UTF-16BE', Buffer.from(utf16).swap16()],
    ['hex', Buffer.from(utf8.toString('hex'))],
    ['HEX', Buffer.from(utf8.toString('hex').toUpperCase())],
    ['percent-encoded', Buffer.from(encodeURIComponent(text))],
  ]);
  for (const offset of [0, 1, 2]) {
    const base64 = base64At(utf8, offset);
    forms.set(`base64 at ${offset}`, Buffer.from(base64));
    forms.set(`base64url at ${offset}`, Buffer.from(base64.replaceAll('+', '-').replaceAll('/', '_')));
  }
  return forms;
}

/** The base64 characters that only `bytes` decide when they begin `offset` bytes after a multiple of three. */
function base64At(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** Each place of the bytes where a value occurs in any form, described as "value as form in place". */
export function occurrences(values: Record<string, string>, place: string, bytes: Buffer): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    [...encodedVariants(value)]
      .filter(([, form]) => bytes.includes(form))
      .map(([form]) => `${name} as ${form} in ${place}`),
  );
}

/** The same for the content and the name of every file below the directories. */
export function occurrencesInFiles(values: Record<string, string>, directories: readonly string[]): string[] {
  return filesBelow(directories).flatMap((path) => [
    ...occurrences(values, `the name of ${path}`, Buffer.from(path)),
    ...occurrences(values, path, contentOf(path)),
  ]);
}

export function filesBelow(directories: readonly string[]): string[] {
  return directories.flatMap((directory) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** The content of a file; nothing of a temporary one that was renamed after it was listed, whose new name is searched next time. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return Buffer.alloc(0);
    }
    throw error;
  }
}
