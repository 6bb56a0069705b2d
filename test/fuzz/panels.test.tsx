import { MantineProvider } from '@mantine/core';
import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { checkPlausibility } from '../../main/features/cases/plausibility/check-plausibility.ts';
import { parseLeniently } from '../../main/service/response/lenient.ts';
import { conversation } from '../../preload/contract/service/conversation.ts';
import { databaseVerificationInfo } from '../../preload/contract/service/database-verification.ts';
import type { ReadingNotes } from '../../preload/contract/service/reading.ts';
import { createActionStore } from '../../renderer/actions/action-store.ts';
import { ActionsProvider } from '../../renderer/actions/actions-context.ts';
import { CaseName } from '../../renderer/features/conversations/case-head.tsx';
import { CaseRecord, summaryOf } from '../../renderer/features/conversations/case-record.tsx';
import { ConversationDetails } from '../../renderer/features/conversations/conversation-details.tsx';
import type { MaskState } from '../../renderer/ui/mask-store.ts';
import { UiServicesProvider } from '../../renderer/ui/services.tsx';
import { createUndoStore } from '../../renderer/ui/undo-store.ts';
import { fuzzRuns } from '../support/full-tests.ts';

type Json = Record<string, unknown>;

const actions = createActionStore();

/** The displayed content of a response, with everything revealed or everything masked. */
function view(response: Json, sources: Json, revealed: boolean): string {
  const read = parseLeniently(conversation, response);
  const info = parseLeniently(databaseVerificationInfo, sources);
  const notes = (given: Pick<ReadingNotes, 'flags' | 'cuts' | 'inexactNumbers'>): ReadingNotes => ({
    flags: given.flags,
    cuts: given.cuts,
    duplicates: [],
    inexactNumbers: given.inexactNumbers,
    receivedAt: '2026-01-02T03:04:05.000Z',
    bytes: 1,
    ms: 1,
    attempts: 1,
  });
  const mask = createStore<MaskState>()(() => ({
    shownUntil: revealed ? 1 : undefined,
    timesMasked: 0,
    show: async () => true,
    mask: () => undefined,
  }));
  const reading = {
    readingId: 'r',
    environmentId: 'sandbox',
    conversation: read.value,
    plausibility: checkPlausibility(read.value, notes(read).receivedAt),
    notes: notes(read),
  };
  return renderToString(
    <MantineProvider>
      <ActionsProvider value={actions}>
        <UiServicesProvider
          value={{
            mask,
            undo: createUndoStore(),
            clipboard: { copy: async () => undefined },
            announce: () => undefined,
            go: () => undefined,
            keptScroll: () => 0,
            place: () => '',
            watchScroll: () => () => undefined,
          }}
        >
          <h1>
            <CaseName conversation={read.value} />
          </h1>
          <ConversationDetails conversationId="c-1" reading={reading} />
          <CaseRecord
            reading={reading}
            summary={summaryOf(reading, info.value, { conversationId: 'c-1' })}
            database={{
              data: { readingId: 'd', info: info.value, notes: notes(info) },
              busy: false,
              failure: undefined,
              refresh: () => undefined,
            }}
            files={[]}
            choice={undefined}
            onChoose={() => undefined}
            onShow={() => undefined}
          />
        </UiServicesProvider>
      </ActionsProvider>
    </MantineProvider>,
  );
}

/** A response with every documented member. */
const whole: Json = {
  id: 'c-1',
  userKey: 'user@example.test',
  url: 'https://service.example/c-1',
  status: 'FINISHED',
  info: [{ country: 'EE', method: 'DOCUMENT_SCAN' }],
  result: {
    identity: {
      status: 'PARTIAL',
      errors: ['SCAN_DOCUMENT_EXPIRED', 'FRAUD_SUSPICION', 'NEW_CODE'],
      checks: [
        {
          name: 'CONSISTENCY_CHECK',
          result: 'FAILED',
          details: { field: 'PERSON_IDS_NATIONAL_ID', reason: 'FORMAT_ERROR' },
        },
      ],
      user: {
        person: {
          name: { firstName: 'Zażółć', lastName: 'دانش', spelling: { aliasName: '名' } },
          ids: {
            nationalId: '48703142724',
            idCard: {
              id: 'X1',
              type: 'T',
              issueDate: '2010-01-01',
              expiryDate: '2020-01-01',
              issueCountry: 'EE',
              issuer: 'I',
            },
            passport: { id: 'P1', expiryDate: '2999-12-31' },
            driverLicence: {
              id: 'D1',
              limitations: ['01'],
              categories: [{ category: 'B', limitations: ['01'], status: 'VALID' }],
            },
            residencePermit: { id: 'R1' },
            otherDocument: { id: 'O1', description: 'A paper' },
            accounts: [{ swiftbic: 'HABAEE2X', accountId: 'EE38', currency: 'EUR' }],
          },
          info: {
            gender: 'FEMALE',
            nationality: 'EE',
            birthDate: '1987-03-14',
            age: 38,
            foreignerStatus: false,
          },
          address: { fullAddress: 'Õuna 5', country: 'EE' },
          contact: { email: 'a@b.test', phone: '+999' },
        },
        company: {
          name: 'Firma OÜ',
          ids: { taxId: '1', accounts: [{ accountId: '2' }] },
          address: 'Tartu',
          contact: { phone: '3' },
        },
      },
    },
    aml: {
      status: 'FINISHED',
      found: ['PEP', 'NEW'],
      subscription: { active: true, lastChanged: '2026-01-01T00:00:00Z' },
    },
    verify: {
      status: 'FINISHED',
      reliability: 0.62,
      details: [
        { name: 'PERSON_ADDRESS', value: 0.35 },
        { field: 'NEW', similarity: 1 },
      ],
    },
    auth: { status: 'FINISHED', token: 'token-4711', challenge: 'cha' },
    bankTransactions: { status: 'FAILED', errors: ['BANK_NO_ACCOUNTS_SHARED'] },
    affordability: { status: 'FINISHED' },
    databaseVerification: { status: 'PARTIAL' },
    enquiry: { status: 'FINISHED', formId: 'f', formData: { a: [1, { b: null }] } },
  },
};
const wholeSources: Json = {
  source: [
    {
      name: 'MATCHING',
      status: 'FINISHED',
      sourceName: 'Register',
      sourceType: 'GOVERNMENT',
      sourceMatchResult: 'NO_MATCH',
    },
    { name: 'MATCHING', status: 'FAILED', sourceName: 'File', errors: ['SOURCE_UNAVAILABLE'] },
  ],
};

const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;

/** The response with one randomly chosen place replaced. */
function broken(response: Json, steps: readonly number[], put: unknown): Json {
  const copy = structuredClone(response);
  let at: unknown = copy;
  for (const [index, step] of steps.entries()) {
    if (typeof at !== 'object' || at === null) {
      break;
    }
    const keys = Object.keys(at);
    const key = keys[step % keys.length];
    if (key === undefined) {
      break;
    }
    const inside = (at as Json)[key];
    if (index === steps.length - 1 || typeof inside !== 'object' || inside === null) {
      (at as Json)[key] = put;
      break;
    }
    at = inside;
  }
  return copy;
}

const names = [
  'Zażółć',
  'دانش',
  '48703142724',
  'Õuna 5',
  'a@b.test',
  'token-4711',
  'HABAEE2X',
  'user@example.test',
];

describe('the panels, for any response', () => {
  test('show all of a complete response when revealed, and no personal data before', () => {
    const shown = view(whole, wholeSources, true);
    const masked = view(whole, wholeSources, false);
    for (const name of names) {
      expect(shown).toContain(name);
      expect(masked).not.toContain(name);
    }
    for (const fact of [
      'Document expired',
      'Internal only',
      'Not with this document',
      'No match',
      'Expired 6 years before this read',
      'PEP hit',
    ]) {
      expect(masked).toContain(fact);
    }
  });

  test('render a complete response with any place replaced by anything', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }),
        anything,
        fc.boolean(),
        (steps, put, revealed) => {
          expect(view(broken(whole, steps, put), broken(wholeSources, steps, put), revealed)).toContain(
            '<h1>',
          );
        },
      ),
      { numRuns: fuzzRuns(250) },
    );
  });

  test('render any JSON object at all', () => {
    const object = fc.dictionary(
      fc.oneof(
        fc.constantFrom('id', 'status', 'result', 'info', 'source', '__proto__', 'constructor'),
        fc.string(),
      ),
      fc.oneof(
        anything,
        fc.dictionary(fc.constantFrom('identity', 'aml', 'verify', 'auth', 'toString', 'enquiry'), anything),
      ),
    ) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(object, object, fc.boolean(), (response, sources, revealed) => {
        expect(view(response, sources, revealed)).toContain('<h1>');
      }),
      { numRuns: fuzzRuns(300) },
    );
  });

  test('never render markup of a response', () => {
    const shown = view(
      { status: '<img src=x onerror=alert(1)>', result: { '<script>': { status: '<b>' } } },
      {},
      true,
    );
    expect(shown).not.toMatch(/<img|<script|<b>/);
  });
});
