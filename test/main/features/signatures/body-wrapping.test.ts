import { describe, expect, test } from 'vitest';
import { bodyView } from '../../../../main/features/signatures/engine/changes/body-view.ts';
import { wrappingChanges } from '../../../../main/features/signatures/engine/changes/body-wrapping.ts';

const changes = new Map(wrappingChanges().map((change) => [`${change.code} ${change.variant}`, change]));

/** The result of one change on a received body; undefined if it does not apply. */
function made(id: string, received: string): string | undefined {
  const change = changes.get(id);
  if (!change) {
    throw new Error(`There is no change ${id}.`);
  }
  const bytes = change.make(bodyView(Buffer.from(received)));
  return bytes && Buffer.from(bytes).toString();
}

describe('a body that was wrapped or unwrapped', () => {
  test.each([
    ['base64 decoded', 'eyJhIjoxfQ==', '{"a":1}'],
    ['base64 decoded', 'eyJhIjoxfQ==\n', '{"a":1}'],
    ['base64 encoded', '{"a":"?>"}', 'eyJhIjoiPz4ifQ=='],
    ['base64 encoded-url', '{"a":"~~?"}', 'eyJhIjoifn4_In0'],
    ['hexadecimal decoded', ' 7b7D\n', '{}'],
    ['hexadecimal encoded', '{}', '7b7d'],
    ['wrapped string-undone', ' "{\\"a\\":1}"', '{"a":1}'],
    ['wrapped string', '{"a":1}', '"{\\"a\\":1}"'],
    ['wrapped string-content', '{\\"a\\":1}', '{"a":1}'],
    ['wrapped quotes-removed', '"{"a":1}"', '{"a":1}'],
    ['wrapped quotes-removed', " '{\n}' \n", '{\n}'],
    ['wrapped quotes', '{}', '"{}"'],
    ['wrapped apostrophes', '{}', "'{}'"],
    ['wrapped array', '{}', '[{}]'],
    ['wrapped chunks', '2\r\n{}\r\n0\r\n\r\n', '{}'],
    ['wrapped chunks', '1;name=value\r\n{\r\nA\r\n"a":"bcde"\r\n1\r\n}\r\n0\r\n\r\n', '{"a":"bcde"}'],
  ])('%s: %j', (id, received, signed) => {
    expect(made(id, received)).toBe(signed);
  });

  test.each([
    ['base64 decoded', '{"a":1}'],
    ['hexadecimal decoded', '7b7'],
    ['hexadecimal decoded', '{}'],
    ['wrapped string-undone', '{"a":1}'],
    ['wrapped string-undone', '"broken'],
    ['wrapped string-content', '{"a":1}'],
    ['wrapped string-content', '{\\"a":1}'],
    ['wrapped quotes-removed', '"{}\''],
    ['wrapped quotes-removed', 'x"{}"'],
    ['wrapped chunks', '{"a":1}'],
    ['wrapped chunks', '2\r\n{}\r\n'],
    ['wrapped chunks', `${' '.repeat(40)}2\r\n{}\r\n0\r\n\r\n`],
  ])('%s does not apply to %j', (id, received) => {
    expect(made(id, received)).toBeUndefined();
  });
});
