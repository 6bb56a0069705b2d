import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { findingText, findingTexts, sinceDecidedText } from '../../../preload/wording/cases.ts';
import { fileMismatchOf } from '../../../preload/wording/findings.ts';
import { passedOf } from '../../../preload/wording/passed.ts';
import { fieldIdentifierLabel, fieldOfCause, fieldPath } from '../../../preload/wording/record.ts';
import { similarityWord } from '../../../preload/wording/results.ts';
import { validityOf } from '../../../preload/wording/validity.ts';
import { assess } from '../../../preload/wording/verdict.ts';

const today = '2026-11-21';
const textsOf = (result: Conversation['result']) =>
  assess({ status: 'FINISHED', result }, { today }).findings.map(findingText);

/** A comparison of one field whose other results are good. */
const detailed = (detail: object) => ({
  verify: { status: 'FINISHED', reliability: 0.9, details: [detail] },
});

describe('findings', () => {
  test('that read the same are counted', () => {
    const errors = ['SCAN_DOCUMENT_TOO_BLURRY'];
    const { findings } = assess(
      {
        status: 'FINISHED',
        result: { identity: { status: 'FAILED', errors }, affordability: { status: 'FAILED', errors } },
      },
      { today },
    );
    expect(findingTexts(findings)).toEqual(['Document blurred ×2']);
    expect(sinceDecidedText({ findings, products: [{ name: 'identity' }] })).toBe(
      'Document blurred ×2; Identity ended',
    );
  });

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

  test.each([
    [{ amlMonitoring: { status: 'FINISHED', found: ['SANCTIONS'] } }, 'Sanctions hit'],
    [{ 'aml ': { status: 'FINISHED', found: ['PEP'] } }, 'PEP hit'],
    [{ faceMatch: { status: 'FINISHED', reliability: 0.1 } }, 'Similarity 0.1'],
    [detailed({ field: 'PERSON_NAME_LASTNAME', similarity: 5 }), 'Data comparison: partly unreadable'],
    [detailed({ field: 'PERSON_NAME_LASTNAME', score: 0.1 }), 'Data comparison: partly unreadable'],
    [detailed({ field: 'PERSON_NAME_LASTNAME', similarity: 1, value: 0.1 }), 'Last name 0.1'],
    [
      { ageVerification: { status: 'FINISHED', over: 18 } },
      'Age verification: a result with an unknown meaning',
    ],
    [
      { ageVerification: { status: 'FINISHED', over: 18, result: { passed: false } } },
      'Age verification: a result with an unknown meaning',
    ],
  ])('what cannot be called passed is not clear: %j', (given, text) => {
    const result = given as Conversation['result'];
    const { verdict } = assess({ status: 'FINISHED', result }, { today });
    expect([verdict, textsOf(result)]).toEqual(['review', [text]]);
  });

  test('are ranked: lists, internal cause, document, face, check, similarity, product, capture', () => {
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
      'Adverse media hit',
      'Fraud suspected',
      'Document damaged',
      'Passport expired',
      'Face does not match',
      'Check not passed: Consistency, national id',
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

test('only false is a negative result; a text or a number is unknown, and no case with one is clear', () => {
  const of = (product: object) =>
    assess({ status: 'FINISHED', result: { liveness: { status: 'FINISHED', ...product } } }, { today });
  const texts = (product: object) => of(product).findings.map(findingText);
  expect(texts({ result: false })).toEqual(['liveness: negative result']);
  for (const result of ['PASSED', 'ACCEPTED', 'true', 'REJECTED', '', 1, 0]) {
    expect(texts({ result })).toEqual(['liveness: a result with an unknown meaning']);
    expect(of({ result }).verdict).toBe('review');
  }
  expect(texts({ result: true })).toEqual([]);
  expect(texts({ result: { score: 1 } })).toEqual([]);
});

describe('a passed check', () => {
  test('is what the response says was checked, and nothing it leaves open', () => {
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

  test.each([
    [{ expiryDate: '01.01.2020' }, 'Expired 6 years before this read', 'bad'],
    [{ expiryDate: '05/06/2020' }, 'Expired 6 years before this read', 'bad'],
    [{ expiryDate: '2019-01-01T00:00:00Z' }, 'Expired 7 years before this read', 'bad'],
    [{ expiryDate: '2025-00-00' }, 'Expired 10 months before this read', 'bad'],
    [{ expiryDate: '31/12/2029' }, 'Valid for 3 more years', 'good'],
    [{ issueDate: '01.01.2020', expiryDate: '2019-01-01' }, 'Expires before its issue', 'bad'],
    [{ expiryDate: '2026-00-00' }, 'Date of expiry cannot be read', 'warn'],
    [{ expiryDate: '0000-00-00' }, 'Date of expiry cannot be read', 'warn'],
    [{ expiryDate: '2026-13-45' }, 'Date of expiry cannot be read', 'warn'],
    [{ expiryDate: 'soon' }, 'Date of expiry cannot be read', 'warn'],
    [{ expiryDate: '2569-01-01' }, 'Date of expiry cannot be read', 'warn'],
  ])('is read from %j: %s', (document, label, tone) => {
    expect(validityOf(document, today)).toMatchObject({ label, tone });
  });

  test('and the finding say the same of every form', () => {
    const finding = (expiryDate: string) =>
      textsOf({ identity: { status: 'FINISHED', user: { person: { ids: { passport: { expiryDate } } } } } });
    for (const expired of [
      '01.01.2020',
      '20180101',
      '2020/01/02',
      '31-12-2019',
      '12/31/2019',
      '2019-01-01T00:00:00Z',
    ]) {
      expect(finding(expired)).toEqual(['Passport expired']);
    }
    for (const unreadable of ['0000-00-00', '2026-13-45', '2026-00-00', '300101', 'N/A']) {
      expect(finding(unreadable)).toEqual(['Passport date of expiry cannot be read']);
    }
    for (const valid of ['2030-01-01', '01.01.2030', '20300101', 'unlimited', '9999-12-31', '2026-11-21']) {
      expect(finding(valid)).toEqual([]);
    }
  });

  test('of a driving licence includes the status that its register gives', () => {
    const texts = (documentStatus: string | undefined) => {
      const ids = {
        driverLicence: { number: '1', ...(documentStatus === undefined ? {} : { documentStatus }) },
      };
      return textsOf({ identity: { status: 'FINISHED', user: { person: { ids } } } });
    };
    for (const bad of ['REVOKED', 'SUSPENDED', 'something new']) {
      expect(texts(bad)).toEqual(['Driving licence not reported as valid']);
    }
    for (const good of ['VALID', 'valid', 'ACTIVE', '', undefined]) {
      expect(texts(good)).toEqual([]);
    }
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
