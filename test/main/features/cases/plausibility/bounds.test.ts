import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPlausibility } from '../../../../../main/features/cases/plausibility/check-plausibility.ts';
import { LazyPlausibility } from '../../../../../main/features/cases/plausibility/lazy.ts';
import { numbersOf } from '../../../../../main/features/cases/plausibility/numbers/by-country.ts';
import { documentSchemes } from '../../../../../main/features/cases/plausibility/numbers/documents.ts';
import { documentKinds } from '../../../../../main/features/cases/plausibility/subject.ts';
import { seedConversations } from '../../../../../main/sandbox/seed/seed.ts';
import {
  maxPlausibilityFindings,
  plausibility,
  plausibilityRules,
} from '../../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../../preload/contract/service/conversation.ts';
import { numberScheme } from '../../../../../preload/wording/number-schemes.ts';
import { plausibilityText } from '../../../../../preload/wording/plausibility.ts';
import { fuzzRuns } from '../../../../support/full-tests.ts';
import { check, type Json, receivedAt } from './record.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = letters
  .flatMap((one) => letters.map((other) => one + other))
  .filter((code) => numbersOf(code));

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.stringMatching(/^[\dA-Z<+-]{0,40}$/),
  fc.stringMatching(/^\d{4}-\d\d-\d\d$/),
  fc.stringMatching(/^\+\d{1,20}$/),
);
const country = fc.oneof(text, fc.constantFrom(...countries));
const document = fc.record(
  { id: text, issueDate: text, expiryDate: text, issueCountry: country },
  { requiredKeys: [] },
);
const account = fc.record({ accountId: fc.oneof(text, fc.stringMatching(/^[A-Z]{2}\d{2,30}$/)) });

/** Users with every documented member that is looked at, in the right types and full of nonsense. */
const user = fc.record({
  person: fc.record({
    name: fc.record({
      firstName: text,
      lastName: text,
      middleName: text,
      middleInitial: text,
      fullName: text,
      spelling: fc.record({ translatedName: text }),
    }),
    ids: fc.record({
      nationalId: text,
      ...Object.fromEntries(documentKinds.map((kind) => [kind, document])),
      accounts: fc.array(account),
    }),
    info: fc.record({
      gender: text,
      nationality: country,
      birthDate: text,
      age: fc.oneof(fc.double(), text),
    }),
    address: fc.oneof(text, fc.record({ country })),
    contact: fc.record({ phone: text }),
  }),
  company: fc.record({
    ids: fc.record({ taxId: text, accounts: fc.array(account) }),
    address: fc.record({ country }),
    contact: fc.record({ phone: text }),
  }),
});

describe('whatever comes in', () => {
  test('every check is carried out to its end, and the result is of the contract’s form', () => {
    fc.assert(
      fc.property(user, fc.array(country, { maxLength: 4 }), (given, sources) => {
        const info = sources.map((one) => ({ country: one }));
        const result = check({ info, result: { identity: { user: given }, ageVerification: given } });
        expect(result.complete).toBe(true);
        expect(plausibility.parse(result)).toEqual(result);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });

  test('separators alone stop no check of a company’s tax id', () => {
    for (const country of countries) {
      const user = { company: { ids: { taxId: '-' }, address: { country } } };
      expect(check({ result: { identity: { user } } }).complete, country).toBe(true);
    }
  });

  test('a number of each country’s form never stops a check', () => {
    const schemes = countries.flatMap((code) => [
      ...(numbersOf(code)?.schemes ?? []),
      ...documentKinds.flatMap((kind) => documentSchemes(code, kind)),
    ]);
    for (const { form, hasCheckDigits, read } of new Set(schemes)) {
      fc.assert(
        fc.property(fc.stringMatching(form), (number) => {
          hasCheckDigits?.(number);
          read?.(number);
        }),
        { numRuns: fuzzRuns(200) },
      );
    }
  });

  test('megabytes in every member and hundreds of entries say nothing of what is not looked at', () => {
    const fill = (unit: string) => unit.repeat(Math.ceil(2_000_000 / unit.length));
    for (const unit of ['9', 'Ä', 'ß ', 'é', '\u0301', 'Ü-', 'ﷺ', '<', '\u202e', '1-']) {
      const long = fill(unit);
      const one = { id: long, issueDate: long, expiryDate: long, issueCountry: 'PL' };
      const accounts = Array.from({ length: 500 }, () => ({ accountId: `PL${long}` }));
      const person = {
        name: { firstName: long, lastName: long, middleName: long, middleInitial: long, fullName: long },
        ids: { nationalId: long, ...Object.fromEntries(documentKinds.map((kind) => [kind, one])), accounts },
        info: { birthDate: long, nationality: long, gender: long, age: long },
        contact: { phone: `+48${long}` },
      };
      const info = Array.from({ length: 500 }, () => ({ country: long }));
      // Not through the parser, which would already have cut the texts.
      const conversation: Conversation = { info, result: { identity: { user: { person } } } };
      const result = checkPlausibility(conversation, receivedAt);
      expect(result).toEqual({ findings: [], comparisons: 0, complete: true });
    }
  });

  test('names with as many letters of several spellings as fit are still compared in no time', () => {
    const lastName = 'ÄÖÜ '.repeat(50).trim();
    expect(
      check({ result: { identity: { user: { person: { name: { lastName, fullName: 'X' } } } } } }),
    ).toMatchObject({
      findings: [],
      complete: true,
    });
  });

  test('findings beyond the limit are left out, and the result says so', () => {
    const accounts = Array.from({ length: 60 }, () => ({ accountId: 'DE89370400440532013001' }));
    const { findings, complete } = check({
      result: { identity: { user: { person: { ids: { accounts } }, company: { ids: { accounts } } } } },
    });
    // 50 accounts of each are looked at.
    expect(findings).toHaveLength(maxPlausibilityFindings);
    expect(complete).toBe(true);
  });
});

test('a finding has no value of the record in it, and neither have its texts', () => {
  fc.assert(
    fc.property(user, (given) => {
      const { findings } = check({ info: [{ country: 'PL' }], result: { identity: { user: given } } });
      const said = JSON.stringify([findings, findings.map(plausibilityText)]);
      const { name, ids, info, contact } = given.person;
      const values = [
        ...Object.values(name),
        ids.nationalId,
        info.birthDate,
        contact.phone,
        given.company.ids.taxId,
      ];
      for (const value of values) {
        if (typeof value === 'string' && value.trim().length > 6) {
          expect(said).not.toContain(value);
        }
      }
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('every kind of number that is checked has a name, a form and a source', () => {
  const keys = countries.flatMap((code) => [
    ...(numbersOf(code)?.schemes ?? []),
    ...documentKinds.flatMap((kind) => documentSchemes(code, kind)),
  ]);
  expect(keys.length).toBeGreaterThan(50);
  for (const { key } of keys) {
    const { name, form, source } = numberScheme(key) ?? {};
    expect([key, name, form, source]).toEqual([key, ...Array(3).fill(expect.stringMatching(/\S/))]);
  }
});

test('every rule has texts that stand without a value', () => {
  for (const rule of plausibilityRules) {
    const texts = plausibilityText({
      rule,
      severity: 'note',
      fields: ['result.identity.user.person.ids.passport.expiryDate'],
      schemes: ['PL:pesel'],
      countries: ['PL'],
      parts: ['month', 'day'],
    });
    for (const said of [texts.title, texts.sentence, texts.source]) {
      expect(said).toMatch(/\S/);
      expect(said).not.toMatch(/undefined|NaN|null| {2}|PL:/);
    }
  }
});

describe('the sandbox’s samples', () => {
  const samples = seedConversations(1, { baseUrl: 'http://127.0.0.1', assetsDir: '/nowhere' });
  const found = new Map(
    samples.map(({ title, result, info }) => [
      title,
      check({ result: result as Json, info: info as Json[] }),
    ]),
  );

  test('raise no finding, except for the two made for it', () => {
    const withFindings = [...found].filter(([, { findings }]) => findings.length > 0).map(([title]) => title);
    expect(withFindings).toEqual([
      'A record whose values contradict each other',
      'A national id with a misread digit',
    ]);
    expect([...found.values()].every(({ complete }) => complete)).toBe(true);
  });

  test('of contradictions raise findings of each severity', () => {
    const rules = found.get('A record whose values contradict each other')?.findings.map(({ rule }) => rule);
    expect(rules).toEqual([
      'national-id-birth-date',
      'national-id-gender',
      'document-number-check-digits',
      'issue-before-birth',
      'account-check-digits',
      'name-transliterated',
      'phone-country',
    ]);
    expect(found.get('A national id with a misread digit')?.findings.map(({ rule }) => rule)).toEqual([
      'national-id-check-digits',
    ]);
  });
});

test('checks that cannot be loaded leave the conversation usable and say that they were not made', async () => {
  const logged: unknown[] = [];
  const broken = {
    get result(): never {
      throw new Error('boom');
    },
  };
  const result = await new LazyPlausibility((error) => logged.push(error)).check(
    broken as Conversation,
    receivedAt,
  );
  expect(result).toEqual({ findings: [], comparisons: 0, complete: false });
  expect(logged).toHaveLength(1);
});
