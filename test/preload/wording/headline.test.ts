import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { DatabaseSource } from '../../../preload/contract/service/database-verification.ts';
import { knownProducts } from '../../../preload/contract/service/products.ts';
import { causeTerm, knownCauseCodes } from '../../../preload/wording/causes.ts';
import { headline } from '../../../preload/wording/headline.ts';
import { fuzzRuns } from '../../support/full-tests.ts';

const user = { person: { name: { firstName: 'Ada', lastName: 'Marten' } } };

describe('the headline', () => {
  test.each<[string, Conversation, string]>([
    [
      'a partial identity with a hit and monitoring',
      {
        status: 'FINISHED',
        result: {
          identity: { status: 'PARTIAL', user },
          aml: { status: 'FINISHED', found: ['PEP'], subscription: { active: true } },
        },
      },
      'Finished. Identity partly confirmed; found on a PEP list; monitoring is on.',
    ],
    [
      'everything as it should be',
      {
        status: 'FINISHED',
        result: { identity: { status: 'FINISHED', user }, aml: { status: 'FINISHED', found: [] } },
      },
      'Finished. Identity confirmed; found on no AML list.',
    ],
    [
      'a failed product in a finished conversation',
      {
        status: 'FINISHED',
        result: { identity: { status: 'FAILED', errors: ['SCAN_FACE_MISMATCH', 'ABANDONED'] } },
      },
      'Finished. Identity could not be determined (face does not match, 1 more cause).',
    ],
    [
      'an internal cause, which it counts and does not name',
      { status: 'FINISHED', result: { identity: { status: 'FAILED', errors: ['FRAUD_SUSPICION'] } } },
      'Finished. Identity could not be determined (1 cause for internal use only).',
    ],
    [
      'a finished identity with a failed check, which is not confirmed',
      {
        status: 'FINISHED',
        result: {
          identity: { status: 'FINISHED', user, checks: [{ name: 'CONSISTENCY_CHECK', result: 'FAILED' }] },
        },
      },
      'Finished. Identity checks complete (1 failed check).',
    ],
    [
      'a finished identity without a user',
      { status: 'FINISHED', result: { identity: { status: 'FINISHED', user: { person: { name: {} } } } } },
      'Finished. Identity checks complete, but the reply contains no user data.',
    ],
    [
      'AML that failed, which is not "on no list"',
      {
        status: 'FINISHED',
        result: { aml: { status: 'FAILED', found: [], errors: ['PROVIDER_UNAVAILABLE'] } },
      },
      'Finished. AML could not be checked (provider unavailable).',
    ],
    [
      'hits on several lists, an unknown one too',
      {
        status: 'FINISHED',
        result: { aml: { status: 'FINISHED', found: ['PEP', 'SANCTIONS', 'BAD_CHEFS'] } },
      },
      'Finished. Found on AML lists: PEP, sanctions and “BAD_CHEFS”.',
    ],
    [
      'several products of which the same is to be said, together',
      {
        status: 'FINISHED',
        result: {
          identity: { status: 'IN_PROGRESS' },
          aml: { status: 'IN_PROGRESS' },
          auth: { status: 'FINISHED' },
          bankTransactions: { status: 'FINISHED' },
          affordability: { status: 'IN_PROGRESS' },
        },
      },
      'Finished. Identity, AML checks and affordability assessment still in progress; authentication and bank transactions complete.',
    ],
    [
      'a partial identity with something against it, of which nothing is called confirmed',
      {
        status: 'FINISHED',
        result: { identity: { status: 'PARTIAL', user, errors: ['SCAN_FACE_MISMATCH'] } },
      },
      'Finished. Identity data only partly determined (face does not match).',
    ],
    [
      'a partial identity without a user, which confirms nothing',
      { status: 'FINISHED', result: { identity: { status: 'PARTIAL', user: {} } } },
      'Finished. Identity data only partly determined, but the reply contains no user data.',
    ],
    [
      'a partial identity with a failed check, which is not confirmed',
      {
        status: 'FINISHED',
        result: { identity: { status: 'PARTIAL', user, checks: [{ result: 'FAILED' }] } },
      },
      'Finished. Identity data only partly determined (1 failed check).',
    ],
    [
      'an age verification with a negative result',
      {
        status: 'FINISHED',
        result: { ageVerification: { status: 'FINISHED', over: 18, result: false } } as never,
      },
      'Finished. Age verification finished, result (over 18): no.',
    ],
    [
      'database verification before its sources are read',
      { status: 'FINISHED', result: { databaseVerification: { status: 'FINISHED' } } },
      'Finished. Databases queried, results not read yet.',
    ],
    [
      'one just created',
      { status: 'CREATED', result: { identity: { status: 'IN_PROGRESS', user: {} } } },
      'Created. Identity still in progress.',
    ],
    [
      'one that expired',
      { status: 'EXPIRED', result: { identity: { status: 'IN_PROGRESS' } } },
      'Expired. Identity still in progress.',
    ],
    ['one without a result', { status: 'FINISHED' }, 'Finished. The reply contains no result.'],
    [
      'one with an empty result',
      { status: 'CANCELED', result: {} },
      'Cancelled by the user. The result contains no product.',
    ],
    ['one without a status', {}, 'The reply gives no status. The reply contains no result.'],
    [
      'an unknown conversation status',
      { status: 'PAUSED', result: { auth: { status: 'FINISHED' } } },
      'Status “PAUSED”, which the console does not know. Authentication complete.',
    ],
    [
      'a status the product does not have',
      { status: 'FINISHED', result: { auth: { status: 'PARTIAL' } } },
      'Finished. Authentication with the status “PARTIAL”.',
    ],
    [
      'similarity, never rounded to certainty',
      { status: 'FINISHED', result: { verify: { status: 'FINISHED', reliability: 0.99999 } } },
      'Finished. Data compared (reliability > 0.999).',
    ],
    [
      'a product the interface does not name',
      { status: 'FINISHED', result: { enquiry: { status: 'FINISHED' }, soulWeighing: { status: 'HEAVY' } } },
      'Finished. Enquiry finished; “soulWeighing” with the status “HEAVY”.',
    ],
  ])('speaks of %s', (_, conversation, sentence) => {
    expect(headline(conversation)).toBe(sentence);
  });

  test('does not call an identity confirmed if part of it was unreadable', () => {
    const conversation: Conversation = {
      status: 'FINISHED',
      result: { identity: { status: 'FINISHED', user } },
    };
    expect(headline(conversation)).toContain('Identity confirmed');
    expect(headline(conversation, { flags: [{ path: 'result.identity.errors' }] })).toBe(
      'Finished. Identity checks complete (partly unreadable).',
    );
    expect(headline(conversation, { flags: [{ path: 'result.identityX' }] })).toContain('Identity confirmed');
    expect(headline({ status: 'FINISHED', result: {} }, { flags: [{ path: 'result.aml' }] })).toBe(
      'Finished. AML lists in an undocumented form.',
    );
  });
});

const status = fc.option(
  fc.oneof(fc.constantFrom('IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED'), fc.string({ unit: 'grapheme' })),
  { nil: undefined },
);
const errors = fc.option(
  fc.array(fc.oneof(fc.constantFrom(...knownCauseCodes), fc.string()), { maxLength: 4 }),
  {
    nil: undefined,
  },
);
const checks = fc.option(
  fc.array(fc.record({ result: fc.constantFrom('ACCEPTED', 'FAILED', 'ERROR', 'NEW') }), { maxLength: 3 }),
  { nil: undefined },
);
const product = fc.record({ status, errors, checks });
const conversation = fc.record({
  status: fc.oneof(
    fc.constantFrom('CREATED', 'IN_PROGRESS', 'FINISHED', 'CANCELED', 'EXPIRED', undefined),
    fc.string(),
  ),
  result: fc.option(
    fc.record(
      {
        identity: fc.record({ status, errors, checks, user: fc.constantFrom(undefined, {}, user) }),
        aml: fc.record({
          status,
          errors,
          found: fc.option(fc.array(fc.oneof(fc.constantFrom('PEP', 'SANCTIONS', 'SIP'), fc.string())), {
            nil: undefined,
          }),
          subscription: fc.constantFrom(undefined, {}, { active: true }, { active: false }),
        }),
        verify: fc.record({
          status,
          errors,
          reliability: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
        }),
        auth: product,
        bankTransactions: product,
        affordability: product,
        databaseVerification: product,
        enquiry: product,
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
}) as fc.Arbitrary<Conversation>;

describe('the headline, for any reply', () => {
  const holds = (claim: (given: Conversation, said: string) => boolean) =>
    fc.assert(
      fc.property(conversation, (given) => claim(given, headline(given))),
      { numRuns: fuzzRuns(2000) },
    );

  test('is one sentence that ends in a full stop and is never empty', () => {
    holds((_, said) => /^[^\n\r]+\.$/.test(said));
  });

  test('says "confirmed" only of an identity that is FINISHED with a user and without causes and failed checks, or PARTIAL', () => {
    holds((given, said) => {
      if (!/identity confirmed/i.test(said)) {
        return true;
      }
      const identity = given.result?.identity;
      if (/identity partly confirmed/i.test(said)) {
        return identity?.status === 'PARTIAL';
      }
      return (
        identity?.status === 'FINISHED' &&
        identity.user?.person !== undefined &&
        (identity.errors ?? []).length === 0 &&
        (identity.checks ?? []).every((check) => check.result === 'ACCEPTED')
      );
    });
  });

  test('calls nothing confirmed if a cause is negative about the user or the document', () => {
    holds((given, said) => {
      const codes = given.result?.identity?.errors ?? [];
      return (
        !codes.map(causeTerm).some(({ tone, known }) => tone === 'bad' || !known) || !/confirmed/i.test(said)
      );
    });
  });

  test('says "on no AML list" only of AML checks that are FINISHED with an empty list and no causes', () => {
    holds((given, said) => {
      const aml = given.result?.aml;
      const empty = aml?.status === 'FINISHED' && aml.found?.length === 0;
      if (/found on no AML list/i.test(said)) {
        return empty && (aml?.errors ?? []).length === 0;
      }
      return true;
    });
  });

  test('never omits a hit', () => {
    holds((given, said) => (given.result?.aml?.found ?? []).length === 0 || /found on (?!no )/i.test(said));
  });

  test('reports monitoring exactly as the reply does', () => {
    holds((given, said) => {
      const active = given.result?.aml?.subscription?.active;
      return (
        said.includes('monitoring is on') === (active === true) &&
        said.includes('monitoring is off') === (active === false)
      );
    });
  });

  test('never names an internal cause', () => {
    holds((_, said) => !/fraud suspected|blacklist|blocklist/i.test(said));
  });

  test('mentions every product of the result', () => {
    const marks: Record<(typeof knownProducts)[number], RegExp> = {
      identity: /identity/i,
      aml: /aml|found on/i,
      verify: /data (partly )?compar|data could not be compared/i,
      auth: /authentication/i,
      bankTransactions: /bank transactions/i,
      affordability: /affordability/i,
      databaseVerification: /database/i,
    };
    holds((given, said) =>
      knownProducts.every((name) => given.result?.[name] === undefined || marks[name].test(said)),
    );
  });
});

describe('database verification in the headline, by its sources (interface 4.8)', () => {
  const head = (source: DatabaseSource[] | 'unreadable') =>
    headline(
      { status: 'FINISHED', result: { databaseVerification: { status: 'FINISHED' } } },
      {},
      typeof source === 'string' ? source : { source },
    );
  const match = (sourceMatchResult: string) => ({ status: 'FINISHED', sourceMatchResult });

  test.each([
    ['unreadable' as const, 'Databases queried, but their results could not be read.'],
    [[], 'Databases queried, but the service names none.'],
    [[match('NO_MATCH')], 'The database does not match.'],
    [[match('NO_MATCH'), match('NO_MATCH')], 'None of the 2 databases matches.'],
    [[match('FULL_MATCH'), match('FULL_MATCH')], 'All 2 databases match.'],
    [
      [match('FULL_MATCH'), match('NO_MATCH'), { status: 'FAILED' }],
      'Of 3 databases, 1 does not match, 1 matches, 1 gave no answer.',
    ],
    [[match('PARTIAL_MATCH')], 'The database partly matches.'],
    [[match('NEARLY')], 'The database has no known result.'],
  ])('%j', (source, sentence) => {
    expect(head(source)).toBe(`Finished. ${sentence}`);
  });
});

describe('a reply with a duplicate member', () => {
  const twice = (...paths: string[]) => ({ duplicates: paths.map((path) => ({ path })) });

  test('is never summarised by the last value alone', () => {
    const conversation: Conversation = {
      status: 'FINISHED',
      result: { aml: { status: 'FINISHED', found: [] } },
    };
    const sentence = headline(conversation, twice('result.aml.found'));
    expect(sentence).not.toContain('no AML list');
    expect(sentence).toBe('Finished. AML checks complete (duplicate members).');
  });

  test.each(['result', 'result.identity', 'result.identity.user.person.name.firstName'])('%s', (path) => {
    const conversation: Conversation = {
      status: 'FINISHED',
      result: { identity: { status: 'FINISHED', user: { person: { name: { firstName: 'Ada' } } } } },
    };
    expect(headline(conversation, twice(path))).toBe(
      'Finished. Identity checks complete (duplicate members).',
    );
  });

  test('reports it for the status', () => {
    expect(headline({ status: 'FINISHED', result: {} }, twice('status'))).toBe(
      'The status is given twice, last as “FINISHED”. The result contains no product.',
    );
  });
});
