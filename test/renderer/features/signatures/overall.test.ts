import { describe, expect, test } from 'vitest';
import type { SignatureFinding, Verification } from '../../../../preload/contract/signatures.ts';
import type { CauseSearch } from '../../../../renderer/features/signatures/cause-search.ts';
import { causeText, nothingFoundText } from '../../../../renderer/features/signatures/cause-texts.ts';
import { findingsText } from '../../../../renderer/features/signatures/findings-text.ts';
import { overallOf, overallText } from '../../../../renderer/features/signatures/overall.ts';
import { stretches } from '../../../../renderer/features/signatures/text-difference.ts';

function verification(changes: {
  signature?: Partial<Verification['signature']>;
  time?: Partial<Verification['time']>;
  message?: Partial<Verification['message']>;
}): Verification {
  return {
    id: 'v-1',
    signature: {
      verdict: 'match',
      code: 'match',
      sentence: 'The signature matches.',
      tried: 1,
      ...changes.signature,
    },
    time: { verdict: 'good', sentence: 'In time.', comparedWith: '2026-01-01T00:00:00Z', ...changes.time },
    message: {
      verdict: 'complete',
      sentences: ['The conversation ended.'],
      missing: [],
      known: true,
      callbackId: 'cb-1',
      conversationId: 'c-1',
      ...changes.message,
    },
    bodyBytes: 1024,
    unreadKeys: [],
  };
}

const finding: SignatureFinding = {
  code: 'reserialized',
  family: 'body',
  sentence: 'The signed content is this JSON written compact.',
  remedy: 'Use the raw body.',
  rawBody: true,
  also: [],
  difference: {
    of: 'body',
    offset: 7,
    from: 0,
    received: Buffer.from('{"name": "Łucja"').toString('hex'),
    signed: Buffer.from('{"name":"Łucja"').toString('hex'),
    receivedLength: 900,
    signedLength: 800,
  },
};
const idle: CauseSearch = { busy: false, findings: [], explanation: undefined };
const wrong = { signature: { verdict: 'mismatch', code: 'mismatch' } } as const;
const short = {
  signature: {
    verdict: 'unchecked',
    code: 'short-body',
    sentence: 'Cannot be checked: the body has only 403 of the 443 bytes that Content-Length says.',
  },
} as const;
const words = (changes: Parameters<typeof verification>[0], search: CauseSearch = idle) =>
  overallText(overallOf(verification(changes), search));

describe('the answer above the verdicts', () => {
  test.each<
    [what: string, answer: string, changes: Parameters<typeof verification>[0], search?: CauseSearch]
  >([
    ['all good', 'Accept: genuine and in time.', {}],
    [
      'a cause was proved',
      'Reject: the signature is wrong. The JSON was parsed and written again before the check.',
      wrong,
      { ...idle, findings: [finding] },
    ],
    [
      'the search runs',
      'Reject: the signature is wrong. Looking for the cause…',
      wrong,
      { ...idle, busy: true },
    ],
    [
      'no signature',
      'Cannot be checked: X-Signature is missing.',
      {
        signature: {
          verdict: 'unchecked',
          code: 'missing',
          sentence: 'Cannot be checked: X-Signature is missing.',
        },
      },
    ],
    [
      'the end of the body is missing, and the search runs',
      'Cannot be checked: the body has only 403 of the 443 bytes that Content-Length says.',
      short,
      { ...idle, busy: true },
    ],
    [
      'the end of the body is missing, and another cause was proved',
      'Reject: the signature is wrong. The JSON was parsed and written again before the check.',
      short,
      { ...idle, findings: [finding] },
    ],
    [
      'pasted later',
      'Genuine. It was 14 minutes old when checked.',
      { time: { verdict: 'past', skewMs: 14 * 60_000 } },
    ],
    [
      'too old when it was received',
      'Genuine. It was 1 hour old when it arrived: a receiver refuses it.',
      { time: { verdict: 'past', skewMs: 3_600_000, asOf: true } },
    ],
    [
      'ahead',
      'Genuine. Its timestamp is 6 minutes after the time of this check: compare the clocks.',
      { time: { verdict: 'future', skewMs: -6 * 60_000 } },
    ],
    [
      'ahead when it was received',
      'Genuine. Its timestamp is 6 minutes after it arrived: compare the clocks.',
      { time: { verdict: 'future', skewMs: -6 * 60_000, asOf: true } },
    ],
    [
      'a second too old when it was received',
      'Genuine. It was more than 5 minutes old when it arrived: a receiver refuses it.',
      { time: { verdict: 'past', skewMs: 301_000, asOf: true } },
    ],
    [
      'a moment ahead',
      'Genuine. Its timestamp is more than 5 minutes after the time of this check: compare the clocks.',
      { time: { verdict: 'future', skewMs: -300_001 } },
    ],
    [
      'in seconds',
      'Genuine. Its timestamp looks like seconds instead of milliseconds, so a receiver refuses it.',
      { time: { verdict: 'past', skewMs: 1_794_013_776_000, asOf: true, unit: 'seconds' } },
    ],
    [
      'in microseconds',
      'Genuine. Its timestamp looks like microseconds instead of milliseconds, so a receiver refuses it.',
      { time: { verdict: 'future', skewMs: -1_794_013_776_000_000, unit: 'microseconds' } },
    ],
    [
      'a time that is none',
      'Genuine. Its timestamp is not a time, so a receiver refuses it.',
      { time: { verdict: 'unreadable' } },
    ],
    [
      'an unknown event',
      'Accept: genuine and in time, but the event is not known: ignore it.',
      { message: { known: false } },
    ],
    [
      'not a complete callback',
      'Accept: genuine and in time, but the message is not a complete callback.',
      { message: { verdict: 'incomplete' } },
    ],
    [
      'not JSON, which a receiver refuses',
      'Reject: genuine and in time, but the body is not JSON.',
      { message: { verdict: 'not-json' } },
    ],
    [
      'no body, which a receiver refuses',
      'Reject: genuine and in time, but the body is empty.',
      { message: { verdict: 'empty' } },
    ],
    [
      'too deep to be read',
      'Accept: genuine and in time, but the message was not read.',
      { message: { verdict: 'too-large' } },
    ],
    [
      'a wrong signature counts before a wrong time',
      'Reject: the signature is wrong.',
      { ...wrong, time: { verdict: 'past' } },
    ],
  ])('%s', (_, answer, changes, search) => {
    expect(words(changes, search)).toBe(answer);
  });

  test('says what came of a search without one', () => {
    const searched = {
      findings: [],
      matches: false,
      complete: true,
      tried: 0,
      unreadKeys: [],
      ruledOut: [],
      attempted: [],
      leaves: [],
      collect: [],
    };
    expect(nothingFoundText(searched)).toBe('No search was made.');
    expect(nothingFoundText({ ...searched, tried: 9 })).toBe('No cause found.');
    expect(nothingFoundText({ ...searched, tried: 9, stoppedBy: 'budget' })).toMatch(/time limit/);
    expect(nothingFoundText({ ...searched, tried: 9, matches: true })).toMatch(/matches after all/);
    const search = { busy: false, findings: [], explanation: searched };
    expect(overallText(overallOf(verification(wrong), search))).toMatch(/wrong\. No search was made\.$/);
  });

  test.each([
    ['reserialized', 'The JSON was parsed and written again before the check.'],
    ['encoding', 'The body was read in another character set before the check.'],
    ['form-escaping', 'The body was read as a form before the check.'],
  ])('does not blame a receiver for “%s”: the listener of the console may have received it', (code, text) => {
    expect(causeText({ code, family: 'body' })).toBe(text);
  });

  test('has a text for two causes at once, and for an unknown code', () => {
    expect(causeText({ code: 'reserialized+api-password', family: 'combined' })).toBe(
      'The JSON was parsed and written again before the check. The API key was used instead of the signing key.',
    );
    expect(causeText({ code: 'key-hashed', family: 'key' })).toBe('The key was changed before it was used.');
    expect(causeText({ code: 'encoding', family: 'signature' })).toBe(
      'The signature is written in another form.',
    );
  });
});

describe('the findings as text', () => {
  test('contain answer, verdicts, cause and fix, and nothing of the body', () => {
    const search = { ...idle, findings: [finding] };
    const shown = verification(wrong);
    const text = findingsText(shown, overallOf(shown, search), search);
    expect(text).toContain(
      'Reject: the signature is wrong. The JSON was parsed and written again before the check.',
    );
    expect(text).toContain('Cause (reserialized): The signed content is this JSON written compact.');
    expect(text).toContain('First difference: byte 7 of the body (900 bytes here, 800 signed).');
    expect(text).not.toContain('Łucja');
    expect(text).not.toContain(finding.difference?.received);
  });
});

describe('a difference as text', () => {
  const show = (bytes: Uint8Array, differing: boolean[]) =>
    stretches(bytes, differing).map(({ differs, runs }) => [differs, runs.map(({ text }) => text).join('')]);

  test('marks whole characters', () => {
    const bytes = Buffer.from('aŁb');
    expect(show(bytes, [false, false, true, false])).toEqual([
      [false, 'a'],
      [true, 'Ł'],
      [false, 'b'],
    ]);
  });

  test('leaves out split characters at either end, and shows bytes that are no text', () => {
    const bytes = Buffer.from('Łaż').subarray(1, 4);
    expect(show(bytes, [false, false, false])).toEqual([[false, 'a']]);
    expect(show(Uint8Array.of(0x61, 0xff, 0x62), [false, true, false])).toEqual([
      [false, 'a'],
      [true, '\\xff'],
      [false, 'b'],
    ]);
  });
});
