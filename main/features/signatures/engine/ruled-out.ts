import { sameBytes } from './bytes.ts';
import { hashNames } from './changes/algorithms.ts';
import type { BodyView } from './changes/body-view.ts';
import { keyName, type NamedKey } from './changes/keys.ts';
import { keptEscapes } from './json/escapes.ts';
import { layoutStyles } from './json/layouts.ts';
import { keptNumbers } from './json/numbers.ts';
import { writeJson } from './json/write.ts';

/** The summary of a search that found nothing. */
export interface SearchSummary {
  input: { key: NamedKey; candidates?: readonly NamedKey[] };
  view: BodyView;
  /** The signature could be decoded to the bytes of some digest. */
  readable: boolean;
  lastStage: 'none' | 'single' | 'pairs';
  /** The body has too much JSON for the engine. */
  tooMuchJson: boolean;
}

/** Causes that are ruled out, as sentences: each has few forms, and all of them were tried. */
export function ruledOut({ input, readable, lastStage }: SearchSummary): string[] {
  if (!readable || lastStage === 'none') {
    return [];
  }
  const keys = [input.key, ...(input.candidates ?? [])].map(keyName);
  return [
    `The stored and entered keys as they are: ${[...new Set(keys)].join('; ')}.`,
    'The timestamp in seconds, microseconds or ISO 8601, trimmed, left out, or taken from the body’s created.',
    'One line end or a byte order mark lost or added.',
    'The signature in upper case, in Base64, with a prefix.',
    `Other algorithms, as HMAC and as plain hashes, with the arguments swapped: ${hashNames().tried.join(', ')}.`,
  ];
}

/** Returns kinds of causes that were tried but not ruled out, because their forms have no end. */
export function attempts({ view, readable, lastStage, tooMuchJson }: SearchSummary): string[] {
  if (!readable || lastStage === 'none') {
    return [];
  }
  const json = view.tape() !== undefined;
  const { missing } = hashNames();
  return [
    `${lastStage === 'pairs' ? 'The keys' : 'The first key'} with white space, quotes and line ends around it, and decoded from hexadecimal or Base64.`,
    'Other separators and orders of timestamp and body.',
    'Other line ends, and white space trimmed.',
    ...(tooMuchJson
      ? []
      : [
          json
            ? 'The JSON written again: compact or indented, with the escapes of JavaScript, Python, PHP, Go, Java and .NET, with sorted members or the interface’s own order, with 1.0 for 1 and 1 for 1.0, {} for [] and [] for {}, with large numbers rounded, without nulls or duplicate members; only the payload.'
            : 'Rewritings of JSON were not tried: the body is not JSON.',
        ]),
    view.text() === undefined
      ? 'The body is not UTF-8, so only changes that work on bytes were tried, not other character sets.'
      : 'Other character sets (Latin-1, Latin-2, Windows-1250, 1251, 1252, UTF-16), double encoding, Unicode normal forms, escaping for forms and HTML.',
    'Compression with gzip, deflate and Brotli at their usual settings, Base64 around the body.',
    ...(missing.length === 0
      ? []
      : [`Not tried, because they are not available here: ${missing.join(', ')}.`]),
    lastStage === 'pairs'
      ? 'Any two of these together.'
      : 'All single changes were tried, but not all pairs of them.',
  ];
}

/** Causes that remain possible. */
export function leftOver({ input, view, readable }: SearchSummary): string[] {
  if (!readable) {
    return [
      'The signature is not the length of any usual digest: it was cut off, or it is another header’s value.',
    ];
  }
  const candidates = input.candidates ?? [];
  const text = view.text() ?? '';
  const left = [
    'A key that is not stored here.',
    'A body whose content was changed after it was signed, by accident or on purpose.',
    'A timestamp or a signature of another callback.',
  ];
  if (!candidates.some(({ role }) => role === 'signing-key')) {
    left.push('Signing keys of other environments: none was given.');
  }
  if (!candidates.some(({ role }) => role !== 'signing-key')) {
    left.push('The API key: it was not given, so it was not tried.');
  }
  if (text.includes('\ufffd') || /\?{2,}/.test(text)) {
    left.push(
      'Characters were replaced on the way (U+FFFD or question marks): the originals cannot be restored, so such a loss can be neither proved nor ruled out.',
    );
  }
  const writer = writerOf(view);
  if (writer) {
    left.push(writer);
  }
  if (view.tape()) {
    left.push(
      'JSON that had a different member order: if the members were sorted on the way, the original order cannot be restored.',
      'JSON that lost null or duplicate members on the way: they cannot be restored.',
    );
  }
  return left;
}

/** Python's layout, which the service does not use. */
function writerOf(view: BodyView): string | undefined {
  const tape = view.tape();
  const withSpaces = layoutStyles.find(({ id }) => id === 'spaced');
  if (!tape || !withSpaces) {
    return undefined;
  }
  const copy = writeJson(tape, { layout: withSpaces, escapes: keptEscapes, numbers: keptNumbers });
  return sameBytes(copy, view.bytes)
    ? 'The body looks like the output of Python’s json.dumps: a space after every comma and colon. If it was written again, its original spacing is lost.'
    : undefined;
}

/** Returns the things to collect next, as sentences. */
export function collectNext({ readable, view }: SearchSummary): string[] {
  return [
    ...(readable ? [] : ['The complete value of X-Signature, 64 characters.']),
    'The request as it arrived, byte for byte: captured before any framework reads it (the recipes show where), together with its X-Signature and X-Signature-Timestamp.',
    'The callback’s next delivery: a failed one is sent again, with the same id.',
    'The signing key in the administration panel, compared with the one in use: its last characters and its environment.',
    ...(view.bytes.length === 0 ? ['The body: it is empty here.'] : []),
    'The conversation as the service returns it now: does it agree with the body?',
  ];
}
