import { isObject } from '../../../preload/contract/objects.ts';

/** A way of writing the same JSON. Each is valid, and each has other bytes (interface 6.4: signed byte for byte). */
export type Encoding = 'compact' | 'indented' | 'escaped' | 'escaped-slashes' | 'final-newline' | 'crlf';

export const encodings: readonly { id: Encoding; title: string }[] = [
  { id: 'compact', title: 'Compact, UTF-8' },
  { id: 'indented', title: 'Indented' },
  { id: 'escaped', title: 'Non-ASCII letters escaped (\\u…)' },
  { id: 'escaped-slashes', title: 'Slashes escaped (\\/)' },
  { id: 'final-newline', title: 'With a newline at the end' },
  { id: 'crlf', title: 'Indented, with CR LF' },
];

/** Writes a JSON text in another way. Only `indented` and `crlf` parse it, and so write numbers anew. */
export function encodeJson(json: string, encoding: Encoding): string {
  switch (encoding) {
    case 'compact':
      return json;
    case 'indented':
      return JSON.stringify(JSON.parse(json), null, 2);
    case 'escaped':
      // Outside strings JSON is ASCII, so that only letters within strings are replaced.
      return json.replace(
        /[\u007f-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    case 'escaped-slashes':
      return json.replaceAll(/(\\.)|\//g, (match) => (match === '/' ? '\\/' : match));
    case 'final-newline':
      return `${json}\n`;
    case 'crlf':
      return `${encodeJson(json, 'indented').replaceAll('\n', '\r\n')}\r\n`;
  }
}

/** JSON on one line with a space after each comma and colon outside of texts, as Python writes it. */
export function spacedJson(json: string): string {
  let output = '';
  let isText = false;
  let isEscaped = false;
  for (const character of json) {
    output += !isText && (character === ',' || character === ':') ? `${character} ` : character;
    if (character === '"' && !isEscaped) {
      isText = !isText;
    }
    isEscaped = character === '\\' && !isEscaped;
  }
  return output;
}

/** JSON with the members of every object sorted by name. Numbers are written anew. */
export function sortedJson(json: string): string {
  const sortMembers = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sortMembers)
      : isObject(value)
        ? Object.fromEntries(
            Object.entries(value)
              .toSorted(([one], [other]) => (one < other ? -1 : 1))
              .map(([name, member]) => [name, sortMembers(member)]),
          )
        : value;
  return JSON.stringify(sortMembers(JSON.parse(json)));
}
