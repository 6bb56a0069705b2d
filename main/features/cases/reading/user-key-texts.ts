import { isObject } from '../../../../preload/contract/objects.ts';

/** In characters. Longer user keys are not looked up. */
const maxKey = 300;
/** In characters. Shorter words of a line are not looked up: they would be words of a sentence. */
const minWord = 3;
/** Lines of more words are sentences; only the whole line is looked up. */
const maxWords = 6;

/** Returns a text as a user key to look up; none if it cannot be one. */
export function keysIn(text: string): string[] {
  const key = text.trim();
  return key === '' || key.length > maxKey ? [] : [key];
}

/** Returns the texts in a line without an id that may be user keys: the line, and its words if they are few. */
export function keysInLine(line: string): string[] {
  if (!/[\s,;|"']/.test(line)) {
    return keysIn(line);
  }
  const words = line.split(/[\s,;|"']+/).filter((word) => word.length >= minWord);
  const parts = words.length <= maxWords ? words : [];
  return [...new Set([line, ...parts])].flatMap(keysIn);
}

/** Returns the text in an item of a JSON list that may be a user key: the item itself, or its user key (interface 2.1). */
export function keysInItem(item: unknown): string[] {
  if (typeof item === 'string') {
    return keysInLine(item);
  }
  return isObject(item) && typeof item.userKey === 'string' ? keysIn(item.userKey) : [];
}
