import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startControlledSandbox } from '../../../main/sandbox/controlled.ts';
import { causeGroups } from '../../../main/sandbox/seed/causes.ts';
import { knownCauseCodes } from '../../../preload/wording/causes.ts';
import { type Answer, valueAt } from '../../conformance/client.ts';
import { check, type Json } from '../features/cases/plausibility/record.ts';
import { openSandbox, type TestSandbox, usable } from './support.ts';

let sandbox: TestSandbox;
const responses = new Map<string, { conversation: Answer; metadata: Answer }>();

beforeAll(async () => {
  sandbox = usable(await startControlledSandbox());
  for (const { id } of sandbox.conversations) {
    const conversation = await sandbox.client.call('GET', `/api/conversations/${id}`);
    const metadata = await sandbox.client.call('GET', `/api/conversations/${id}/identity/metadata`);
    responses.set(id, { conversation, metadata });
  }
  // Parsed once, since one has 20 MB.
  const opened = (kind: 'conversation' | 'metadata') => {
    const answers = [...responses.values()].map((one) => one[kind]).filter(({ status }) => status === 200);
    const parsed = answers.map(({ json }) => json);
    return () => parsed;
  };
  conversations = opened('conversation');
  metadata = opened('metadata');
});
afterAll(() => sandbox.close());

let conversations: () => unknown[] = () => [];
let metadata: () => unknown[] = () => [];

function results(product: string): unknown[] {
  return conversations().flatMap((one) => valueAt(one, 'result', product) ?? []);
}

function media(): unknown[] {
  return metadata().flatMap((one) => valueAt(one, 'media') ?? valueAt(one, 'list', 'media') ?? []);
}

test('every cause that the console names has a sample, and every sample that is documented has a name', () => {
  expect(Object.values(causeGroups).flat().sort()).toEqual([...knownCauseCodes].sort());
});

describe('the seeds together contain', () => {
  test('at least 40 conversations, each with its own title', () => {
    expect(sandbox.conversations.length).toBeGreaterThanOrEqual(40);
    expect(new Set(sandbox.conversations.map(({ title }) => title)).size).toBe(sandbox.conversations.length);
  });

  test('every conversation status', () => {
    expect(new Set(conversations().map((one) => valueAt(one, 'status')))).toEqual(
      new Set(['CREATED', 'IN_PROGRESS', 'FINISHED', 'CANCELED', 'EXPIRED']),
    );
  });

  test.each([
    ['identity', ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED']],
    ['aml', ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED']],
    ['verify', ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED']],
    ['bankTransactions', ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED']],
    ['databaseVerification', ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED']],
    ['auth', ['IN_PROGRESS', 'FINISHED', 'FAILED']],
    ['affordability', ['IN_PROGRESS', 'FINISHED', 'FAILED']],
  ])('%s in every status', (product, statuses) => {
    expect(results(product).map((one) => valueAt(one, 'status'))).toEqual(expect.arrayContaining(statuses));
  });

  test('every AML list, with monitoring off, on, and ended', () => {
    const hits = results('aml').filter((one) => Array.isArray(valueAt(one, 'found')));
    expect(hits.flatMap((one) => valueAt(one, 'found'))).toEqual(
      expect.arrayContaining(['PEP', 'SANCTIONS', 'ADVERSE_MEDIA', 'SIP', 'OTHER']),
    );
    const monitored = hits
      .filter((one) => Array(valueAt(one, 'found')).flat().length > 0)
      .map((one) => valueAt(one, 'subscription', 'active'));
    expect(monitored).toEqual(expect.arrayContaining([undefined, true, false]));
  });

  test('similarity details in each spelling of the field notes', () => {
    const members = results('verify')
      .flatMap((one) => valueAt(one, 'details') ?? [])
      .flatMap((detail) => (typeof detail === 'object' && detail !== null ? Object.keys(detail) : []));
    expect(members).toEqual(expect.arrayContaining(['field', 'name', 'similarity', 'reliability', 'value']));
  });

  test('checks accepted, failed and in error', () => {
    const checks = results('identity').flatMap((one) => valueAt(one, 'checks') ?? []);
    expect(checks.map((check) => valueAt(check, 'result'))).toEqual(
      expect.arrayContaining(['ACCEPTED', 'FAILED', 'ERROR']),
    );
  });

  test.each(Object.entries(causeGroups))('every cause code of the group: %s', (_group, codes) => {
    const shown = ['identity', 'bankTransactions', 'affordability']
      .flatMap(results)
      .flatMap((one) => valueAt(one, 'errors') ?? []);
    expect(shown).toEqual(expect.arrayContaining([...codes]));
  });

  test.each([
    ['Latin with diacritics', /[łźćęąőỗõ]/u],
    ['Cyrillic', /\p{Script=Cyrillic}/u],
    ['Greek', /\p{Script=Greek}/u],
    ['Arabic', /^[^a-z]*\p{Script=Arabic}[^a-z]*$/iu],
    ['Hebrew', /\p{Script=Hebrew}/u],
    ['Han', /\p{Script=Han}/u],
    ['Hangul', /\p{Script=Hangul}/u],
    ['Thai', /\p{Script=Thai}/u],
    ['Devanagari', /\p{Script=Devanagari}/u],
    ['both directions in one name', /\p{Script=Latin}.*\p{Script=Arabic}/u],
  ])('names in %s', (_writing, form) => {
    const names = results('identity').map((one) =>
      String(valueAt(one, 'user', 'person', 'name', 'fullName')),
    );
    expect(names.some((name) => form.test(name))).toBe(true);
  });

  test('a company, a full driving licence, and every documented kind of document', () => {
    const users = results('identity').map((one) => valueAt(one, 'user'));
    expect(users.some((user) => valueAt(user, 'company', 'ids', 'taxId') !== undefined)).toBe(true);
    expect(
      users.some((user) => valueAt(user, 'person', 'ids', 'driverLicence', 'categories', 3) !== undefined),
    ).toBe(true);
    for (const kind of ['nationalId', 'idCard', 'passport', 'residencePermit', 'otherDocument', 'accounts']) {
      expect(
        users.some((user) => valueAt(user, 'person', 'ids', kind) !== undefined),
        kind,
      ).toBe(true);
    }
  });

  test('unknown products, unknown members, unknown statuses', () => {
    const products = conversations().flatMap((one) => Object.keys(Object(valueAt(one, 'result'))));
    expect(products).toEqual(expect.arrayContaining(['enquiry', 'ageVerification', 'gaitAnalysis']));
    expect(conversations().some((one) => valueAt(one, 'riskScore') !== undefined)).toBe(true);
    expect(results('identity').map((one) => valueAt(one, 'status'))).toContain('UNDER_MANUAL_REVIEW');
  });

  test('known members of the wrong type', () => {
    expect(results('verify').some((one) => typeof valueAt(one, 'reliability') === 'string')).toBe(true);
    expect(results('identity').some((one) => !Array.isArray(valueAt(one, 'errors') ?? []))).toBe(true);
  });

  test('metadata in both shapes', () => {
    expect(metadata().some((one) => valueAt(one, 'media') !== undefined)).toBe(true);
    expect(metadata().some((one) => valueAt(one, 'list', 'media') !== undefined)).toBe(true);
  });

  test('headless pages in both shapes', async () => {
    const shapes = new Set<boolean>();
    for (const { id } of sandbox.conversations) {
      const page = await sandbox.client.call('GET', `/api/conversations/${id}/headless`, {
        headers: { 'x-user-ip': '192.0.2.7' },
      });
      if (page.status === 200) {
        shapes.add(Array.isArray(page.at('args')));
      }
    }
    expect(shapes).toEqual(new Set([true, false]));
  });

  test('one with a dozen files: every kind of document, both sides, face, video, report', () => {
    const rich = metadata().find((one) => Number(valueAt(one, 'media', 'length')) >= 12);
    const kinds = Array(valueAt(rich, 'media'))
      .flat()
      .map((medium) =>
        `${valueAt(medium, 'type')} ${valueAt(medium, 'subtype')} ${valueAt(medium, 'variant')}`.trim(),
      );
    for (const card of ['ID_CARD', 'DRIVER_LICENSE', 'RESIDENCE_PERMIT']) {
      expect(kinds).toEqual(expect.arrayContaining([`DOCUMENT ${card} FRONT`, `DOCUMENT ${card} BACK`]));
    }
    expect(kinds).toEqual(
      expect.arrayContaining(['DOCUMENT PASSPORT FRONT', 'DOCUMENT UTILITY_BILL FRONT', 'FACE', 'REPORT']),
    );
    const types = media().map((medium) => valueAt(medium, 'contentType'));
    expect(types).toEqual(
      expect.arrayContaining([
        'image/png',
        'image/jpeg',
        'video/webm',
        'video/mp4',
        'application/pdf',
        'image/svg+xml',
        'text/html',
      ]),
    );
  });

  test('one with a result of 20 MB, one gone by retention, and one for every other refusal', () => {
    const answers = [...responses.values()].map((one) => one.conversation);
    expect(Math.max(...answers.map(({ bytes }) => bytes.length))).toBeGreaterThan(20 * 1024 * 1024);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 402, 403, 410, 500]));
  });

  test('one that may be deleted, one that is monitored, one that may be expired', async () => {
    const fresh = await openSandbox();
    const remove = (title: RegExp, mode: string) =>
      fresh.client.call('DELETE', `/api/conversations/${fresh.idOf(title)}?mode=${mode}`);
    expect((await remove(/^Finished.*may be deleted$/, 'DELETE_DATA')).status).toBe(202);
    expect((await remove(/monitoring on: may not be deleted$/, 'DELETE_DATA')).at('statusDetail')).toBe(
      'ActiveSubscriptionExists',
    );
    expect((await remove(/may be expired$/, 'EXPIRE')).status).toBe(202);
  });
});

test('twelve people to review: each another person with pictures, two that must not pass, the others without a contradiction', async () => {
  const people = sandbox.conversations.filter(({ toReview }) => toReview);
  expect(people).toHaveLength(12);
  const numbers = new Set<unknown>();
  const bad: string[] = [];
  for (const { id, title } of people) {
    const { conversation, metadata: files } = responses.get(id) ?? {};
    const response = conversation?.json;
    numbers.add(valueAt(response, 'result', 'identity', 'user', 'person', 'ids', 'nationalId'));
    expect(valueAt(files?.json, 'media', 'length'), title).toBe(3);
    expect(check(response as Json).findings, title).toEqual([]);
    const found = valueAt(response, 'result', 'aml', 'found', 'length') !== 0;
    if (found || valueAt(response, 'result', 'identity', 'status') === 'FAILED') {
      bad.push(title);
    }
  }
  expect(numbers.size).toBe(12);
  expect(bad).toEqual(['Anna Kowalska', 'Piotr Nowak']);
});

test('the same seed gives the same ids and contents after a restart, another seed gives others', async () => {
  const again = await openSandbox();
  const other = await openSandbox({ seed: 2 });
  expect(again.conversations).toEqual(sandbox.conversations);
  const ids = new Set(sandbox.conversations.map(({ id }) => id));
  expect(other.conversations.some(({ id }) => ids.has(id))).toBe(false);
  const id = again.idOf(/^Everything that can be collected/);
  for (const path of ['', '/identity/metadata']) {
    const [one, two] = await Promise.all(
      [sandbox, again].map(({ client }) => client.call('GET', `/api/conversations/${id}${path}`)),
    );
    const text = (answer: Answer | undefined) =>
      answer?.bytes.toString('utf8').replace(/127\.0\.0\.1:\d+/, 'here');
    expect(text(one)).toBe(text(two));
  }
});
