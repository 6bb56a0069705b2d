import type { JsonObject } from '../json.ts';

/**
 * Returns the JSON text of the callback with this number, from 0: compact, then with spaces, then indented in another order and with 1.0 for a
 * similarity of 1, in turn. A receiver that writes the JSON again before it checks the signature passes none of the others.
 */
export function writtenJson(callback: JsonObject, number: number): string {
  switch (number % 3) {
    case 1:
      return spaced(callback);
    case 2: {
      const { id, ...rest } = callback;
      const text = JSON.stringify({ ...rest, id }, null, 2);
      return text.replace(/"(reliability|similarity)": ([01])(?=[,\s])/g, '"$1": $2.0');
    }
    default:
      return JSON.stringify(callback);
  }
}

/** On one line, with a space after each comma and colon: texts of JSON have no line ends of their own. */
function spaced(callback: JsonObject): string {
  return JSON.stringify(callback, null, 1)
    .replace(/([{[])\n */g, '$1')
    .replace(/\n *([}\]])/g, '$1')
    .replace(/\n */g, ' ');
}
