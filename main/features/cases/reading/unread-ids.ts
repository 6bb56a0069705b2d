import { isObject } from '../../../../preload/contract/objects.ts';
import { inOneSpelling } from '../../../../preload/contract/service/conversation-id.ts';

/** UUIDs, and the other forms that only ids have. */
const idForms =
  /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})\b/gi;
const wholeId =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;
/** The characters before an id in which its label may begin. */
const labelReach = 80;
const ofConversation = /conversation|case|^ids?$/i;
/** The most values of one item that are visited. */
const maxValues = 200_000;

/** Returns the texts in the form of an id in a text, except those that are labelled as something else. */
export function idTextsIn(text: string): string[] {
  const ids = new Set<string>();
  for (const match of text.matchAll(idForms)) {
    const name = labelBefore(text, match.index);
    if (name === undefined || ofConversation.test(name)) {
      ids.add(inOneSpelling(match[0]));
    }
  }
  return [...ids];
}

/** Returns the name of a value, such as `requestId` in `"requestId": "…` or `requestId=…`; undefined if there is none. */
function labelBefore(text: string, from: number): string | undefined {
  const before = text.slice(Math.max(0, from - labelReach), from);
  let end = before.length;
  let isLabel = false;
  while (end > 0 && ' "\'\\:='.includes(before[end - 1] ?? 'x')) {
    end -= 1;
    isLabel ||= before[end] === ':' || before[end] === '=';
  }
  let begin = end;
  while (begin > 0 && isNameCharacter(before.charCodeAt(begin - 1))) {
    begin -= 1;
  }
  return isLabel && begin < end ? before.slice(begin, end) : undefined;
}

/** Letters, digits, `_`, `-` and `.`. */
function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e
  );
}

/**
 * Returns the texts in a JSON value that may be ids of conversations: items of lists, members named so, and those in texts. The other members of
 * an object whose id is in `read` describe that object.
 */
export function idTextsInValue(root: unknown, readTexts: ReadonlySet<string>): string[] {
  const ids = new Set<string>();
  const waiting: { value: unknown; name: string | undefined }[] = [{ value: root, name: undefined }];
  for (let at = 0; at < waiting.length && at < maxValues; at++) {
    const { value, name } = waiting[at] ?? {};
    if (typeof value === 'string') {
      for (const id of idTextsInString(value, name)) {
        ids.add(id);
      }
    } else if (Array.isArray(value)) {
      for (const item of value) {
        waiting.push({ value: item, name: undefined });
        if (isObject(item) && typeof item.id === 'string' && wholeId.test(item.id)) {
          ids.add(inOneSpelling(item.id));
        }
      }
    } else if (isObject(value)) {
      const isRead = typeof value.id === 'string' && readTexts.has(inOneSpelling(value.id));
      for (const [member, inner] of Object.entries(value)) {
        if (!isRead || ofConversation.test(member)) {
          waiting.push({ value: inner, name: member });
        }
      }
    }
  }
  return [...ids];
}

/** `name` is that of the member; undefined for an item of a list. */
function idTextsInString(text: string, name: string | undefined): string[] {
  if (wholeId.test(text.trim())) {
    return name === undefined || (ofConversation.test(name) && name !== 'id')
      ? [inOneSpelling(text.trim())]
      : [];
  }
  return /^[a-z]+:\/\//i.test(text) && !ofConversation.test(text) ? [] : idTextsIn(text);
}
