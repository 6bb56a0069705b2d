import type { AttachedFile } from '../contract/cases.ts';
import { visibleText } from '../contract/service/visible-text.ts';

/** Returns the file of a note with what proves it, on a line below the note's text. */
export function withAttachment(text: string, file: AttachedFile | undefined): string {
  const { name, bytes, sha256 } = file ?? {};
  const line =
    name && `File: ${visibleText(name, 255)}, ${bytes?.toLocaleString('en')} bytes, SHA-256 ${sha256}`;
  return [text, line].filter(Boolean).join('\n');
}
