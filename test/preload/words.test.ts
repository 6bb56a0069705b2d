import { describe, expect, it } from 'vitest';
import { causeGroups, causeWord, knownCauseCodes } from '../../preload/contract/service/causes.ts';
import { knownProducts } from '../../preload/contract/service/products.ts';
import {
  conversationEnded,
  conversationStatusNames,
  conversationStatusWord,
  productStatusWord,
} from '../../preload/contract/service/statuses.ts';
import { asGiven } from '../../preload/contract/service/words.ts';
import { fieldIdentifierLabel } from '../../preload/contract/service/words-fields.ts';
import { headlessComponentWord, headlessErrorWord } from '../../preload/contract/service/words-headless.ts';
import { mediaTitle } from '../../preload/contract/service/words-media.ts';
import { productWord } from '../../preload/contract/service/words-products.ts';
import {
  amlListWord,
  checkResultWord,
  sourceMatchWord,
} from '../../preload/contract/service/words-results.ts';

describe('statuses in words', () => {
  it('knows the five conversation statuses of section 3.1 and no other', () => {
    expect(conversationStatusNames).toEqual(['CREATED', 'IN_PROGRESS', 'FINISHED', 'CANCELED', 'EXPIRED']);
    for (const status of conversationStatusNames) {
      expect(conversationStatusWord(status).section).toBe('interface 3.1');
    }
  });

  it('gives a finished conversation no colour of success, since finished is not passed', () => {
    expect(conversationStatusWord('FINISHED').tone).toBe('neutral');
    expect(conversationStatusWord('FINISHED').sentence).toContain('not passed');
  });

  it('shows an unknown status as it is, without a tone', () => {
    expect(conversationStatusWord('PAUSED')).toMatchObject({ label: 'PAUSED', tone: 'neutral' });
    expect(conversationStatusWord(undefined).label).toBe('not given');
    expect(conversationStatusWord('toString').label).toBe('toString');
    expect(conversationStatusWord('').label).toBe('(blank)');
  });

  it('gives auth and affordability no PARTIAL (3.2), and every other product all four', () => {
    for (const product of knownProducts) {
      for (const status of ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED']) {
        const given = status !== 'PARTIAL' || (product !== 'auth' && product !== 'affordability');
        const word = productStatusWord(product, status);
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

  it('does not colour FINISHED as good where the verdict stands in other members', () => {
    for (const product of ['aml', 'verify', 'databaseVerification', 'enquiry', 'anythingNew']) {
      expect(productStatusWord(product, 'FINISHED').tone, product).toBe('neutral');
    }
  });

  it('says which statuses end a conversation', () => {
    expect(
      ['CREATED', 'IN_PROGRESS', 'FINISHED', 'CANCELED', 'EXPIRED', 'NEW'].filter(conversationEnded),
    ).toEqual(['FINISHED', 'CANCELED', 'EXPIRED']);
  });
});

describe('cause codes in words', () => {
  it('gives every known code a group, a label, a sentence and whether another try is worth it', () => {
    expect(knownCauseCodes.length).toBeGreaterThanOrEqual(50);
    for (const code of knownCauseCodes) {
      const cause = causeWord(code);
      expect(causeGroups, code).toContain(cause.group);
      expect(cause.known && cause.group !== 'unknown', code).toBe(true);
      expect(cause.sentence, code).toMatch(/^[A-Z].*\.$/);
      expect(cause.label, code).toMatch(/^\S.*[^.]$/);
      expect(cause.anotherTry.words, code).not.toBe('');
    }
  });

  it('marks fraud suspicion and the blacklist, and nothing else, as internal only', () => {
    expect(knownCauseCodes.filter((code) => causeWord(code).internalOnly)).toEqual([
      'FRAUD_SUSPICION',
      'PROVIDER_BLACKLIST',
    ]);
  });

  it('shows an unknown code as it is and guesses nothing, even if it looks like a known family', () => {
    expect(causeWord('SCAN_DOCUMENT_UPSIDE_DOWN')).toMatchObject({
      code: 'SCAN_DOCUMENT_UPSIDE_DOWN',
      label: 'SCAN_DOCUMENT_UPSIDE_DOWN',
      known: false,
      group: 'unknown',
      internalOnly: false,
      anotherTry: { worth: 'unknown' },
    });
    expect(causeWord('constructor').known).toBe(false);
  });
});

describe('other values in words', () => {
  it('treats an unknown AML list as a hit all the same', () => {
    expect(amlListWord('WATCHLIST_X')).toMatchObject({ label: 'WATCHLIST_X', tone: 'warn' });
    expect(amlListWord('SANCTIONS').tone).toBe('bad');
  });

  it('tells a check that failed from one that could not be made', () => {
    expect(checkResultWord('FAILED').tone).toBe('bad');
    expect(checkResultWord('ERROR').tone).toBe('warn');
  });

  it('names database matches of section 2.5', () => {
    expect(['FULL_MATCH', 'PARTIAL_MATCH', 'NO_MATCH'].map((match) => sourceMatchWord(match).tone)).toEqual([
      'good',
      'warn',
      'bad',
    ]);
  });

  it('names media, treating blank and absent subtype and variant alike', () => {
    expect(mediaTitle({ type: 'DOCUMENT', subtype: 'PASSPORT', variant: 'FRONT' })).toBe('Passport, front');
    expect(mediaTitle({ type: 'FACE', subtype: '', variant: ' ' })).toBe('Face');
    expect(mediaTitle({ type: 'SELFIE_VIDEO', variant: 'SideA' })).toBe('SELFIE_VIDEO, SideA');
  });

  it('spells out a headless component, and shows one of another form as it is', () => {
    expect(headlessComponentWord('SCAN_DOCUMENT/TAKE_PHOTO').label).toBe('Scan document: take photo');
    expect(headlessComponentWord('SCAN').label).toBe('SCAN');
    expect(headlessErrorWord('INVALID_FORMAT')).toMatchObject({ label: 'Invalid format', tone: 'bad' });
  });

  it('names field identifiers, composed ones too, and leaves unknown ones alone', () => {
    expect(fieldIdentifierLabel('PERSON_NAME_FIRSTNAME')).toBe('First name');
    expect(fieldIdentifierLabel('PERSON_IDS_PASSPORT_EXPIRY_DATE')).toBe('Passport date of expiry');
    expect(fieldIdentifierLabel('PERSON_IDS_PASSPORT_SHOE_SIZE')).toBeUndefined();
  });

  it('names products beyond the seven as not described by the interface', () => {
    expect(productWord('identity').known).toBe(true);
    expect(productWord('enquiry')).toMatchObject({ label: 'Enquiry', known: false });
    expect(productWord('soulWeighing')).toMatchObject({ label: 'soulWeighing', known: false });
  });

  it('marks direction and control characters in what it shows in a sentence, and cuts what is long', () => {
    expect(asGiven('A\u202eB\u0000C\n')).toBe('A[U+202E]B[U+0000]C[U+000A]');
    expect(asGiven('FINISHED\ufeff')).not.toBe('FINISHED');
    expect(asGiven('\u200b')).toBe('[U+200B]');
    expect([...asGiven('😀'.repeat(500))].length).toBe(60);
  });
});
