import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { findingText } from '../../../preload/wording/cases.ts';
import { fieldIdentifierLabel } from '../../../preload/wording/fields.ts';
import { fileMismatchOf } from '../../../preload/wording/findings.ts';
import { fieldOfCause, fieldPath } from '../../../preload/wording/identifier-paths.ts';
import { passedOf } from '../../../preload/wording/passed.ts';
import { similarityWord } from '../../../preload/wording/results.ts';
import { validityOf } from '../../../preload/wording/validity.ts';
import { assess } from '../../../preload/wording/verdict.ts';

const today = '2026-11-21';
const textsOf = (result: Conversation['result']) =>
  assess({ status: 'FINISHED', result }, { today }).findings.map(findingText);

describe('findings', () => {
  test.each(['identity ', ' identity', 'Jane Doe', 'śledztwo'])(
    'of a product named %j never name another product or a code',
    (name) => {
      expect(textsOf({ [name]: { status: 'FAILED' } })).toEqual(['Other product: failed']);
    },
  );

  test.each([
    [1e-10, '< 0.001'],
    [0.0004, '< 0.001'],
    [0.001, '0.001'],
    [0, '0'],
  ])('a similarity of %j is shown as %s', (reliability, shown) => {
    expect(textsOf({ verify: { status: 'FINISHED', reliability } })).toEqual([`Similarity ${shown}`]);
  });

  test('are ranked: sanctions, internal cause, face, list, validity, check, expiry, similarity, capture', () => {
    expect(
      textsOf({
        verify: {
          status: 'FINISHED',
          reliability: 0.9,
          details: [{ field: 'PERSON_NAME_LASTNAME', similarity: 0.35 }],
        },
        identity: {
          status: 'PARTIAL',
          errors: [
            'SCAN_DOCUMENT_TOO_BLURRY',
            'SCAN_DOCUMENT_DAMAGED',
            'SCAN_FACE_MISMATCH',
            'FRAUD_SUSPICION',
          ],
          checks: [
            { name: 'CONSISTENCY_CHECK', result: 'FAILED', details: { field: 'PERSON_IDS_NATIONAL_ID' } },
          ],
          user: { person: { ids: { passport: { expiryDate: '2026-11-09' } } } },
        },
        aml: { status: 'FINISHED', found: ['ADVERSE_MEDIA', 'SANCTIONS'] },
      }),
    ).toEqual([
      'Sanctions hit',
      'Fraud suspected',
      'Face does not match',
      'Adverse media hit',
      'Document damaged',
      'Check not passed: Consistency, national id',
      'Passport expired',
      'Last name 0.35',
      'Identity: only in part',
      'Document blurred',
    ]);
  });

  test('of a check name the field it is about, and no field that is not an identifier', () => {
    const checkOn = (field: unknown) =>
      assess(
        {
          status: 'FINISHED',
          result: {
            identity: { status: 'FINISHED', checks: [{ name: 'X', result: 'FAILED', details: { field } }] },
          },
        },
        { today },
      ).findings.find(({ kind }) => kind === 'check');
    expect(checkOn('PERSON_INFO_BIRTHDATE')?.field).toBe('PERSON_INFO_BIRTHDATE');
    expect(checkOn('Jan Kowalski')?.field).toBeUndefined();
    expect(checkOn(undefined)?.field).toBeUndefined();
  });
});

test('a file that is not what it claims to be ranks above a face that does not match, and asks for a person', () => {
  const result = { identity: { status: 'FINISHED', user: { person: {} }, errors: ['SCAN_FACE_MISMATCH'] } };
  const { verdict, findings } = assess(
    { status: 'FINISHED', result },
    {
      today,
      mismatches: [
        fileMismatchOf(
          { type: 'DOCUMENT', subtype: 'PASSPORT', variant: 'FRONT' },
          'image/jpeg',
          'text/html',
        ),
      ],
    },
  );
  expect(verdict).toBe('review');
  expect(findings.map(findingText).slice(0, 2)).toEqual([
    'Passport, front is not what it claims to be: declared as image/jpeg, but is text/html',
    'Face does not match',
  ]);
});

describe('what passed', () => {
  test('is what the reply says was checked, and nothing it leaves open', () => {
    const texts = passedOf(
      {
        result: {
          identity: {
            status: 'FINISHED',
            checks: [
              { name: 'CONSISTENCY_CHECK', result: 'ACCEPTED', details: { field: 'PERSON_IDS_NATIONAL_ID' } },
              { name: 'CONSISTENCY_CHECK', result: 'ERROR' },
            ],
          },
          aml: { status: 'FINISHED', found: [] },
          verify: {
            status: 'FINISHED',
            details: [
              { name: 'PERSON_NAME_LASTNAME', value: 1 },
              { name: 'X', value: 0.7 },
            ],
          },
        },
      },
      { source: [{ sourceMatchResult: 'FULL_MATCH' }, { sourceMatchResult: 'NO_MATCH' }] },
    ).map(({ text }) => text);
    expect(texts).toEqual(['Consistency: National id', 'On no AML list', 'Last name 1']);
  });

  test('is not said of lists that were not checked to the end', () => {
    expect(passedOf({ result: { aml: { status: 'PARTIAL', found: [] } } }, undefined)).toEqual([]);
    expect(passedOf({ result: { aml: { status: 'FINISHED' } } }, undefined)).toEqual([]);
  });
});

describe('the validity of a document', () => {
  test.each([
    [{ expiryDate: '2026-11-09' }, 'Expired 12 days before this read', 'bad'],
    [{ expiryDate: '2026-11-20' }, 'Expired 1 day before this read', 'bad'],
    [{ expiryDate: '2026-11-21' }, 'Expires on the day of this read', 'warn'],
    [{ expiryDate: '2026-12-21' }, 'Valid for 30 more days', 'warn'],
    [{ expiryDate: '2027-05-20' }, 'Valid for 5 more months', 'good'],
    [{ expiryDate: '2032-05-10' }, 'Valid for 5 more years', 'good'],
    [{ issueDate: '2026-12-01', expiryDate: '2030-01-01' }, 'Issued 10 days after this read', 'bad'],
    [{ issueDate: '2020-01-01', expiryDate: '2019-01-01' }, 'Expires before its issue', 'bad'],
  ])('%j: %s', (document, label, tone) => {
    expect(validityOf(document, today)).toMatchObject({ label, tone });
  });

  test('is not said where a date is missing or none', () => {
    expect(validityOf({}, today)).toBeUndefined();
    expect(validityOf({ expiryDate: 'unlimited' }, today)).toBeUndefined();
  });

  test('says from which dates', () => {
    expect(validityOf({ expiryDate: '2026-11-09' }, today)?.sentence).toContain(
      '2026-11-09, read on 2026-11-21',
    );
  });
});

test('the field of a cause or a check is a path in the record that has a label', () => {
  expect(fieldPath('PERSON_IDS_PASSPORT_EXPIRY_DATE')).toBe(
    'result.identity.user.person.ids.passport.expiryDate',
  );
  expect(fieldPath('PERSON_IDS_PASSPORT_PHOTO')).toBe('result.identity.user.person.ids.passport');
  expect(fieldPath('toString')).toBeUndefined();
  expect(fieldPath('PERSON_IDS_PASSPORT_constructor')).toBeUndefined();
  const field = fieldOfCause('SCAN_DOCUMENT_READ_FAILED_LASTNAME') ?? '';
  expect(fieldIdentifierLabel(field)).toBe('Last name');
  expect(fieldPath(field)).toBe('result.identity.user.person.name.lastName');
  expect(fieldOfCause('SCAN_DOCUMENT_EXPIRED')).toBeUndefined();
});

test('a similarity has a word, and its bounds are the service’s', () => {
  expect([0, 0.35, 0.5, 0.79, 0.8, 0.99, 1].map((value) => similarityWord(value).label)).toEqual([
    'Different',
    'Hardly similar',
    'Partly similar',
    'Partly similar',
    'Similar',
    'Similar',
    'Identical',
  ]);
});
