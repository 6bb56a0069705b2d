import { createHmac, randomBytes } from 'node:crypto';
import { documentedNames } from '../../../preload/contract/service/documented-names.ts';
import { isPlainMember } from '../../../preload/wording/plain-members.ts';
import { Failure } from '../../common/failure.ts';
import { signMessage } from '../../examine/messages/signing.ts';
import { exceededBound } from '../signatures/engine/json/bounds.ts';

/** The key of every fixture, which is in the file. */
const testKey = 'assay-test-signing-key-of-fixtures';
/** The longest body of a fixture, in bytes: it is read on main's thread. */
const maxBytes = 1024 * 1024;
/** The form of codes and of times in UTC. */
const plainForm = /^[A-Z\d_:.-]+$/;

/**
 * Returns the text of a file for a receiver's own tests: a message with invented data in place of all that may be personal, signed
 * with a test key (interface 6.4). Equal values stay equal within one file. @param at its timestamp in milliseconds since the epoch
 * @throws Failure invalid-input if the body is too long or not JSON, since nothing could be told from personal data in it
 */
export function fixtureOf(body: Uint8Array, at: number): string {
  const message = signMessage(
    Buffer.from(JSON.stringify(inventedValue(jsonOf(body), '', new Inventor()))),
    testKey,
    at,
  );
  return `${JSON.stringify(
    {
      description:
        'A callback with invented data, signed with the key below. Take X-Signature-Timestamp as the time of receipt, and the body byte for byte as UTF-8.',
      method: 'POST',
      headers: Object.fromEntries(message.headers),
      body: Buffer.from(message.body).toString('utf8'),
      key: testKey,
      expected: { signature: 'match', answer: 200 },
    },
    undefined,
    2,
  )}\n`;
}

function jsonOf(body: Uint8Array): unknown {
  if (body.length > maxBytes || exceededBound(body) !== undefined) {
    throw new Failure({
      code: 'invalid-input',
      message: 'No file was saved: the body is longer than 1 MiB or nested too deep for a fixture.',
    });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Failure({
      code: 'invalid-input',
      message: 'No file was saved: the body is not JSON, so personal data in it cannot be replaced.',
    });
  }
}

const conversation = 'payload.conversation.';

function inventedValue(value: unknown, path: string, inventor: Inventor): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => inventedValue(item, `${path}[${index}]`, inventor));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        // A name that is not documented may be that of a person.
        documentedNames.has(name) || path === '' || path === 'payload' ? name : inventor.text(name),
        inventedValue(item, path === '' ? name : `${path}.${name}`, inventor),
      ]),
    );
  }
  const isPlain =
    ['created', 'target', 'event'].includes(path) ||
    (path.startsWith(conversation) && isPlainMember(path.slice(conversation.length)));
  return isPlain && (typeof value !== 'string' || plainForm.test(value))
    ? value
    : typeof value === 'string'
      ? inventor.text(value)
      : typeof value === 'number'
        ? inventor.number(value)
        : value;
}

/** Invents a value of the same form for each value: letters for letters, digits for digits. */
class Inventor {
  readonly #key = randomBytes(32);

  text(text: string): string {
    if (/^\d{4}-\d{2}-\d{2}/.test(text)) {
      return `1990-01-01${text.slice(10).replaceAll(/\d/g, '0')}`;
    }
    const random = this.#bytesOf(text);
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
      return `https://example.com/${random(0)}${random(1)}`;
    }
    if (/^[^\s@]+@[^\s@]+$/.test(text)) {
      return `person-${random(0)}${random(1)}@example.com`;
    }
    return [...text].map((character, index) => similar(character, random(index))).join('');
  }

  number(value: number): number {
    const random = this.#bytesOf(String(value));
    return Number(
      [...String(value)]
        .map((character, index) => (/[1-9]/.test(character) ? `${1 + (random(index) % 9)}` : character))
        .join(''),
    );
  }

  #bytesOf(text: string): (index: number) => number {
    const digest = createHmac('sha256', this.#key).update(text).digest();
    return (index) => ((digest[index % digest.length] ?? 0) + index) % 256;
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const otherLetters = 'àčďéłňøřšťžжюя字';

function similar(character: string, random: number): string {
  const from = /[a-z]/i.test(character) ? letters : otherLetters;
  if (/\d/.test(character)) {
    return String(random % 10);
  }
  if (!/\p{L}/u.test(character)) {
    return character;
  }
  const letter = from[random % from.length] ?? 'a';
  return character === character.toLowerCase() ? letter : letter.toUpperCase();
}
