import { expect, test } from 'vitest';
import { type ErasedItem, type ErasureRequest, erasureRequest } from '../../../preload/contract/erasure.ts';
import {
  deadlineText,
  erasedText,
  isOpenItem,
  letterOf,
  reachTexts,
} from '../../../preload/wording/erasure.ts';

const item = (conversationId: string, more: Partial<ErasedItem> = {}): ErasedItem => ({
  conversationId,
  isGone: false,
  isStored: false,
  copies: [],
  ...more,
});
const deleted = (number: number, outcome = 'confirmed') => ({
  deleted: { receiptId: `r${number}`, number, on: '2026-03-09', outcome },
});

function requestOf(more: Partial<ErasureRequest>): ErasureRequest {
  return erasureRequest.parse({
    requestId: 'q',
    environmentId: 'e',
    person: 'Anna Kowalska',
    receivedOn: '2026-02-20',
    items: [],
    deadline: {
      on: '2026-03-20',
      isPaused: false,
      pausedDays: 0,
      daysLeft: 10,
      extensionUntil: '2026-03-20',
    },
    ...more,
  });
}

test('the letter says what was deleted with its receipts, and what was not and why', () => {
  const letter = letterOf(
    requestOf({
      items: [
        item('a', deleted(11)),
        item('b', deleted(12)),
        item('c', { refused: 'AML law asks us to keep it until 2030.' }),
        item('d'),
      ],
      proof: { on: '2026-02-25', how: 'passport by video' },
    }),
    '2026-03-10',
  ).join('\n');
  expect(letter).toContain('Dear Anna Kowalska,');
  expect(letter).toContain('You proved your identity on 25 February 2026: passport by video.');
  expect(letter).toContain(
    'The data of 2 identity verifications about you was deleted at our identity verification service on 9 March 2026. Each deletion has a signed receipt: no. 11, no. 12.',
  );
  expect(letter).toContain('We have not erased the data of one identity verification about you');
  expect(letter).toContain('AML law asks us to keep it until 2030.');
  expect(letter).toContain('The data of one identity verification about you is still to be deleted.');
  expect(letter).toContain('supervisory authority');
});

test('the letter does not say that data was deleted where no read has confirmed it, nor that data is still to be deleted that is gone', () => {
  const items = [item('a', deleted(1, 'accepted')), item('b', { isGone: true })];
  const letter = letterOf(requestOf({ items }), '2026-03-10').join('\n');
  expect(letter).toContain(
    'The deletion of the data of one identity verification about you was accepted by our identity verification service on 9 March 2026, and is not confirmed yet. It has a signed receipt: no. 1.',
  );
  expect(letter).toContain(
    'The data of one identity verification about you is no longer held by our identity verification service.',
  );
  expect(letter).not.toMatch(/was deleted|to be deleted/);
  expect(erasedText(item('b', { isGone: true, refused: 'x' }))).toBe('The service no longer has it');
});

test('a deletion that is not confirmed is over by what the service or a user says later, and is open until then', () => {
  const accepted = deleted(1, 'accepted');
  const items = [
    item('a', accepted),
    item('b', { ...accepted, isGone: true }),
    item('c', { ...accepted, missingOn: '2026-03-10' }),
    item('d', { ...accepted, refused: 'AML law' }),
    item('e', { ...deleted(2), isGone: true }),
  ];
  expect(items.filter(isOpenItem).map(({ conversationId }) => conversationId)).toEqual(['a']);
  expect(items.map(erasedText)).toEqual([
    'Deletion accepted, not confirmed yet, on 9 March 2026 (receipt 1)',
    'The service no longer has it',
    'Not at the service, read on 10 March 2026',
    'Deletion accepted, not confirmed yet, on 9 March 2026 (receipt 1); refused: AML law',
    'Deleted on 9 March 2026 (receipt 2)',
  ]);
  const letter = letterOf(requestOf({ items }), '2026-03-10').slice(5, -1);
  expect(letter).toEqual([
    'The data of one identity verification about you was deleted at our identity verification service on 9 March 2026. It has a signed receipt: no. 2.',
    'The deletion of the data of one identity verification about you was accepted by our identity verification service on 9 March 2026, and is not confirmed yet. It has a signed receipt: no. 1.',
    'The data of one identity verification about you is no longer held by our identity verification service.',
    'Our identity verification service holds no data of one identity verification about you, as it answered on 10 March 2026.',
    'We have not erased the data of one identity verification about you, for this reason: AML law',
    'The deletion of the data of one identity verification about you was accepted by our identity verification service on 9 March 2026, and is not confirmed yet. It has a signed receipt: no. 1.',
    'You can lodge a complaint with a supervisory authority, and seek a judicial remedy (Art. 12(4)).',
  ]);
});

test('a letter without a refusal names no remedy, and one without data says so', () => {
  expect(letterOf(requestOf({ items: [item('a', deleted(1))] }), '2026-03-10').join()).not.toContain(
    'remedy',
  );
  expect(letterOf(requestOf({}), '2026-03-10')).toContain(
    'We hold no data of an identity verification about you.',
  );
});

test('the reach names only data that the service still has, and nothing for a request without a conversation', () => {
  const reached = (...items: ErasedItem[]) => reachTexts(items, 'Acme live');
  const over = [item('a', deleted(1)), item('b', { isGone: true }), item('c', { missingOn: '2026-03-10' })];
  const open = [item('d'), item('e', deleted(2, 'accepted')), item('f', { refused: 'AML law' })];
  expect(reached(...over, ...open)[0]).toContain('The service: the data of 3 identity verifications in');
  expect(reached(...over, item('d', { isStored: true })).slice(0, 2)).toEqual([
    'The service: the data of one identity verification in Acme live. The service may know others that this console has never seen; it cannot be asked for a person.',
    'This console: it still holds one case of them. Forget them in the list of cases after the deletion.',
  ]);
  expect(reached(...over.map((one) => ({ ...one, isStored: true }))).slice(0, 2)).toEqual([
    'The service: it has no data of these conversations in Acme live. The service may know others that this console has never seen; it cannot be asked for a person.',
    'This console: it still holds 3 cases of them. Forget them in the list of cases.',
  ]);
  expect(reached()).toEqual([
    'No conversation has been added to this request. The service may know some that this console has never seen; it cannot be asked for a person.',
  ]);
});

test('the reach names the service, this console, the copies it exported and other computers', () => {
  const copies = [{ what: 'report (pdf)', name: 'case-1.pdf', on: '2026-01-05' }];
  const texts = reachTexts([item('a', { isStored: true, copies }), item('b')], 'Acme live');
  expect(texts.map((text) => text.split(':')[0])).toEqual([
    'The service',
    'This console',
    'Copies exported by this console, which it cannot delete',
    'Other computers',
  ]);
  expect(texts[1]).toContain('one case');
  expect(texts[2]).toContain('case-1.pdf of 5 January 2026 (a)');
});

test.each([
  [{}, 'Answer by 20 March 2026, 10 days left'],
  [{ answeredOn: '2026-03-21' }, 'Answered on 21 March 2026, too late'],
])('the period of %j is “%s”', (more, text) => {
  expect(deadlineText(requestOf(more))).toBe(text);
});
