/** Parses the body on standard input and serializes it in the ways of JavaScript programs: a name and Base64 on each line. */
import { readFileSync } from 'node:fs';

const value = JSON.parse(readFileSync(0, 'utf8'));
/** @type {(value: unknown) => unknown} */
const sorted = (one) =>
  Array.isArray(one)
    ? one.map(sorted)
    : one !== null && typeof one === 'object'
      ? Object.fromEntries(
          Object.entries(one)
            .sort(([first], [second]) => (first < second ? -1 : 1))
            .map(([name, member]) => [name, sorted(member)]),
        )
      : one;
const ways = {
  'JSON.stringify': JSON.stringify(value),
  'JSON.stringify, indented by 2': JSON.stringify(value, null, 2),
  'JSON.stringify, indented by tabs': JSON.stringify(value, null, '\t'),
  'JSON.stringify, a newline after it': `${JSON.stringify(value)}\n`,
  'JSON.stringify, sorted': JSON.stringify(sorted(value)),
};
for (const [name, text] of Object.entries(ways)) {
  process.stdout.write(`${name}\t${Buffer.from(text).toString('base64')}\n`);
}
