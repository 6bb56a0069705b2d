import { describe, expect, test } from 'vitest';
import { knownProducts } from '../../../preload/contract/service/products.ts';
import { causeTerm, knownCauseCodes } from '../../../preload/wording/causes.ts';
import { causeTable } from '../../../preload/wording/causes-table.ts';
import { headlessComponentTerm, headlessErrorTerm } from '../../../preload/wording/headless.ts';
import { mediaTitle } from '../../../preload/wording/media.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { fieldIdentifierLabel } from '../../../preload/wording/record.ts';
import { amlListTerm, checkResultTerm, sourceMatchTerm } from '../../../preload/wording/results.ts';
import {
  conversationEnded,
  conversationStatusNames,
  conversationStatusTerm,
  productStatusTerm,
} from '../../../preload/wording/statuses.ts';
import { literalTerm } from '../../../preload/wording/terms.ts';

describe('the terms of statuses', () => {
  test('know the five conversation statuses of section 3.1 and no other', () => {
    expect(conversationStatusNames).toEqual(['CREATED', 'IN_PROGRESS', 'FINISHED', 'CANCELED', 'EXPIRED']);
    for (const status of conversationStatusNames) {
      expect(conversationStatusTerm(status).section).toBe('interface 3.1');
    }
  });

  test('give a finished conversation no colour of success, since finished is not passed', () => {
    expect(conversationStatusTerm('FINISHED').tone).toBe('neutral');
    expect(conversationStatusTerm('FINISHED').sentence).toContain('does not mean passed');
  });

  test('show an unknown status as it is, without a tone', () => {
    expect(conversationStatusTerm('PAUSED')).toMatchObject({ label: 'PAUSED', tone: 'neutral' });
    expect(conversationStatusTerm(undefined).label).toBe('not given');
    expect(conversationStatusTerm('toString').label).toBe('toString');
    expect(conversationStatusTerm('').label).toBe('(blank)');
  });

  test('give auth and affordability no PARTIAL (3.2), and every other product all four', () => {
    for (const product of knownProducts) {
      for (const status of ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED']) {
        const given = status !== 'PARTIAL' || (product !== 'auth' && product !== 'affordability');
        const word = productStatusTerm(product, status);
        expect(word.label, `${product} ${status}`).toBe(
          given
            ? { IN_PROGRESS: 'In progress', FINISHED: 'Finished', PARTIAL: 'Partial', FAILED: 'Failed' }[
                status
              ]
            : 'PARTIAL',
        );
      }
    }
  });

  test('do not colour FINISHED as good if the verdict is in other members', () => {
    for (const product of [
      'aml',
      'verify',
      'databaseVerification',
      'bankTransactions',
      'affordability',
      'enquiry',
      'anythingNew',
    ]) {
      expect(productStatusTerm(product, 'FINISHED').tone, product).toBe('neutral');
    }
  });

  test('tell which statuses end a conversation', () => {
    expect(
      ['CREATED', 'IN_PROGRESS', 'FINISHED', 'CANCELED', 'EXPIRED', 'NEW'].filter(conversationEnded),
    ).toEqual(['FINISHED', 'CANCELED', 'EXPIRED']);
  });
});

describe('the terms of cause codes', () => {
  test('give every known code a group, a label, a sentence and retry advice', () => {
    expect(knownCauseCodes.length).toBeGreaterThanOrEqual(50);
    for (const code of knownCauseCodes) {
      const cause = causeTerm(code);
      expect([...Object.keys(causeTable), 'unknown'], code).toContain(cause.group);
      expect(cause.known && cause.group !== 'unknown', code).toBe(true);
      expect(cause.sentence, code).toMatch(/^[A-Z].*\.$/);
      expect(cause.label, code).toMatch(/^\S.*[^.]$/);
      expect(cause.anotherTry, code).not.toBe('');
    }
  });

  test('mark fraud suspicion and the blacklist, and nothing else, as internal only', () => {
    expect(knownCauseCodes.filter((code) => causeTerm(code).internalOnly)).toEqual([
      'FRAUD_SUSPICION',
      'PROVIDER_BLACKLIST',
    ]);
  });

  test('show an unknown code as it is, even if it looks like a known family', () => {
    expect(causeTerm('SCAN_DOCUMENT_UPSIDE_DOWN')).toMatchObject({
      code: 'SCAN_DOCUMENT_UPSIDE_DOWN',
      label: 'SCAN_DOCUMENT_UPSIDE_DOWN',
      known: false,
      group: 'unknown',
      internalOnly: false,
      anotherTry: 'Not known',
    });
    expect(causeTerm('constructor').known).toBe(false);
  });
});

describe('other terms', () => {
  test('treat an unknown AML list as a hit', () => {
    expect(amlListTerm('WATCHLIST_X')).toMatchObject({ label: 'WATCHLIST_X', tone: 'warn' });
    expect(amlListTerm('SANCTIONS').tone).toBe('bad');
  });

  test('distinguish a failed check from one that could not be made', () => {
    expect(checkResultTerm('FAILED').tone).toBe('bad');
    expect(checkResultTerm('ERROR').tone).toBe('warn');
  });

  test('name database matches of section 2.5', () => {
    expect(['FULL_MATCH', 'PARTIAL_MATCH', 'NO_MATCH'].map((match) => sourceMatchTerm(match).tone)).toEqual([
      'good',
      'warn',
      'bad',
    ]);
  });

  test('name media, treating blank and absent subtype and variant alike', () => {
    expect(mediaTitle({ type: 'DOCUMENT', subtype: 'PASSPORT', variant: 'FRONT' })).toBe('Passport, front');
    expect(mediaTitle({ type: 'FACE', subtype: '', variant: ' ' })).toBe('Face');
    expect(mediaTitle({ type: 'SELFIE_VIDEO', variant: 'SideA' })).toBe('SELFIE_VIDEO, SideA');
  });

  test('spell out a headless component, and show one of another form as it is', () => {
    expect(headlessComponentTerm('SCAN_DOCUMENT/TAKE_PHOTO').label).toBe('Scan document: take photo');
    expect(headlessComponentTerm('SCAN').label).toBe('SCAN');
    expect(headlessErrorTerm('INVALID_FORMAT')).toMatchObject({ label: 'Invalid format', tone: 'bad' });
  });

  test('name field identifiers, including composed ones, and leave unknown ones alone', () => {
    expect(fieldIdentifierLabel('PERSON_NAME_FIRSTNAME')).toBe('First name');
    expect(fieldIdentifierLabel('PERSON_IDS_PASSPORT_EXPIRY_DATE')).toBe('Passport date of expiry');
    expect(fieldIdentifierLabel('PERSON_IDS_PASSPORT_SHOE_SIZE')).toBeUndefined();
  });

  test('name products beyond the seven as not described by the interface', () => {
    expect(productTerm('identity').known).toBe(true);
    expect(productTerm('enquiry')).toMatchObject({ label: 'Enquiry', known: false });
    expect(productTerm('soulWeighing')).toMatchObject({ label: 'soulWeighing', known: false });
  });

  test('mark direction and control characters in a sentence, and truncate long text', () => {
    expect(literalTerm('A\u202eB\u0000C\n')).toBe('A[U+202E]B[U+0000]C[U+000A]');
    expect(literalTerm('FINISHED\ufeff')).not.toBe('FINISHED');
    expect(literalTerm('\u200b')).toBe('[U+200B]');
    expect(literalTerm('  identity ')).toBe('[U+0020 ×2]identity[U+0020]');
    expect([...literalTerm('😀'.repeat(500))].length).toBe(60);
  });
});
