import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { personMatcher } from '../../../../main/features/cases/person-words.ts';
import type { Person } from '../../../../preload/contract/service/user.ts';
import { threadCpuMs } from '../../../support/thread-watch.ts';
import { act, env, openInMemory, record, who } from './index-harness.ts';

const ofPerson = (person: Person, userKey = '') => ({
  userKey,
  result: { identity: { status: 'FINISHED', user: { person } } },
});
const named = (fullName: string) => ofPerson({ name: { fullName } });
const found = (service: IndexRequests, text: string, isTyping = false) =>
  service.search({ ...env, text, max: 20, isTyping }).map(({ row }) => row.conversationId);

test.each([
  ['Nguyen', 'Nguyễn Thị Hồng'],
  ['nguyễn hong', 'Nguyễn Thị Hồng'.normalize('NFD')],
  ['Kowalska', 'АННА КОВАЛЬСКА'],
  ['Ковальска', 'Anna Kowalska'],
  ['Mueller', 'Jan Müller'],
  ['Müller jan', 'Jan Mueller'],
  ['Julia', 'Юлия Иванова'],
  ['Lukasz', 'Łukasz Nowak'],
  ["O'Neil", 'Sean O’Neill'],
  ['Eleftheria Papadopoulou', 'Ελευθερία Παπαδοπούλου'],
  ['Evangelos Bourlas', 'Ευάγγελος Μπουρλάς'],
  ['Παπαδοπούλου', 'Maria Papadopoulou'],
  ['小明', '王小明'],
  ['Wang', '王小明'],
])('the name “%s” finds %s', (text, fullName) => {
  const service = openInMemory();
  record(service, 'other', named('Maria Garcia'));
  record(service, 'meant', named(fullName));
  expect(found(service, text)).toEqual(['meant']);
});

test('each word must be a whole one, except for the last while it is typed', () => {
  const service = openInMemory();
  record(service, 'meant', named('Anna Kowalska'));
  expect(found(service, 'Kowal')).toEqual([]);
  expect(found(service, 'anna kowal', true)).toEqual(['meant']);
  expect(found(service, 'ann kowalska', true)).toEqual([]);
  expect(found(service, 'k', true)).toEqual([]);
});

test('a person is found by birth date, e-mail address and phone number, written in other ways, and by names in parts', () => {
  const service = openInMemory();
  const contact = { email: 'Anna.Kowalska@example.org', phone: '+48 600 123 456' };
  const name = { firstName: 'Anna', lastName: 'Kowalska', spelling: { aliasName: 'Zielinska' } };
  record(service, 'meant', ofPerson({ name, contact, info: { birthDate: '1979-11-02' } }, 'u-1'));
  record(service, 'other', named('Anna Nowak'));
  for (const text of [
    '1979-11-02',
    '02.11.1979',
    '2/11/1979',
    '11/2/1979',
    '2 November 1979',
    '2 Nov 1979',
    'anna.kowalska@EXAMPLE.org',
    '0600 123 456',
    '600123456',
    'Zielińska',
    'u-1',
  ]) {
    expect(found(service, text), text).toEqual(['meant']);
  }
  for (const text of ['1979', '3.11.1979', '2 December 1979', '123', 'kowalska@example.org', 'Anna 1979']) {
    expect(found(service, text), text).toEqual([]);
  }
  const [match] = service.search({ ...env, text: 'kowalska', max: 20 });
  expect(match).toMatchObject({ by: 'person', name: 'Anna Kowalska', birthDate: '1979-11-02' });
  expect(service.search({ ...env, text: 'u-1', max: 20 })).toMatchObject([{ by: 'user-key' }]);
});

test.each(['12', '1979', 'k', 'Anna 1979'])('“%s” names nobody, so no case is looked at', (text) => {
  expect(personMatcher(text, true)).toBeUndefined();
});

test('only the own environment is searched, the newest first and up to the limit, and the last reading counts', () => {
  const service = openInMemory();
  for (const id of ['first', 'second', 'third']) {
    record(service, id, named('Anna Kowalska'));
  }
  expect(found(service, 'kowalska')).toEqual(['third', 'second', 'first']);
  expect(service.search({ ...env, text: 'kowalska', max: 2 })).toHaveLength(2);
  expect(service.search({ environmentId: 'another', text: 'kowalska', max: 20 })).toEqual([]);
  record(service, 'second', named('Anna Nowak'));
  expect(found(service, 'kowalska')).toEqual(['third', 'first']);
  expect(found(service, 'nowak')).toEqual(['second']);
});

test('the list is filtered by the person, too', () => {
  const service = openInMemory();
  record(service, 'meant', named('Nguyễn Thị Hồng'));
  record(service, 'other', named('Anna Nowak'));
  const query = {
    filter: { text: 'nguyen' },
    sort: { by: 'opened', descending: true },
    dayStarts: { today: 0, yesterday: 0, week: 0 },
  } as const;
  expect(service.query({ ...env, ...query }).total).toBe(1);
});

test('the search terms of people are unsealed before the first search, in parts', () => {
  const service = openInMemory();
  record(service, 'first', named('Anna Kowalska'));
  while (!service.prepareSearch()) {
    // It goes on with the next call.
  }
  expect(found(service, 'kowalska')).toEqual(['first']);
  expect(service.prepareSearch()).toBe(true);
});

test('a case is found by parts of its labels, only in its environment', () => {
  const service = openInMemory();
  record(service, 'labelled', named('Anna Kowalska'));
  record(service, 'other', named('Maria Garcia'));
  act(service, ['labelled'], { kind: 'labelled', details: { label: 'Second look' } });
  const matches = (text: string, where = env) =>
    service.search({ ...where, text, max: 20 }).map(({ by, row }) => [by, row.conversationId]);
  expect(matches('second LO')).toEqual([['label', 'labelled']]);
  expect(matches('se')).toEqual([]);
  expect(matches('second look', { environmentId: 'elsewhere' })).toEqual([]);
  act(service, ['labelled'], { kind: 'unlabelled', details: { label: 'Second look' } });
  expect(matches('second look')).toEqual([]);
});

test('a case is found by parts of its notes without marks, a later one as well, and only in its environment', () => {
  const service = openInMemory();
  record(service, 'noted', { status: 'FINISHED' });
  record(service, 'other', { status: 'FINISHED' });
  act(service, ['noted'], { kind: 'noted', details: { text: 'Rückruf wegen Ticket SUP-4821' } });
  const found = (text: string, environmentId = env.environmentId) =>
    service.search({ environmentId, text, max: 20 }).map(({ by, row }) => [by, row.conversationId]);
  expect(found('ruckruf sup-4821')).toEqual([['note', 'noted']]);
  expect(found('ticket 999')).toEqual([]);
  expect(found('ticket', 'another')).toEqual([]);
  const dayStarts = { today: 0, yesterday: 0, week: 0 };
  const sort = { by: 'opened', descending: true } as const;
  expect(service.query({ ...env, filter: { text: 'SUP-4821' }, sort, dayStarts }).total).toBe(1);
  act(service, ['noted'], { kind: 'noted', details: { text: 'Second call' } });
  expect(found('second call')).toEqual([['note', 'noted']]);
});

test('user keys are recognised among many texts as people write them, and no other numbers', () => {
  const service = openInMemory();
  record(service, 'one', ofPerson({ ids: { nationalId: '79110212345' } }, 'u-1'));
  record(service, 'two', ofPerson({}, 'u-1'));
  record(service, 'three', ofPerson({}, 'ü-2'));
  const unknown = Array.from({ length: 100 }, (_, index) => `u-1${index}`);
  const texts = ['u-1', ' u-1 ', 'U-1', '79110212345', 'three', 'u\u0308-2', ...unknown];
  expect(service.recognise({ ...env, texts, others: [] })).toEqual([
    { text: 'u-1', conversationIds: ['two', 'one'] },
    { text: ' u-1 ', conversationIds: ['two', 'one'] },
    { text: 'u\u0308-2', conversationIds: ['three'] },
  ]);
});

test('a user key is recognised as it is now: of a case that was read again, forgotten, or is in another environment', () => {
  const service = openInMemory();
  const texts = ['u-1', 'u-2'];
  const recognised = () =>
    service
      .recognise({ ...env, texts, others: [] })
      .map(({ text, conversationIds }) => [text, conversationIds]);
  expect(recognised()).toEqual([]);
  record(service, 'one', ofPerson({}, 'u-1'));
  record(service, 'two', ofPerson({}, 'u-1'));
  expect(recognised()).toEqual([['u-1', ['two', 'one']]]);
  record(service, 'two', ofPerson({}, 'u-2'));
  expect(recognised()).toEqual([
    ['u-1', ['one']],
    ['u-2', ['two']],
  ]);
  record(service, 'two', ofPerson({}));
  service.forget({ ...env, ...who, selection: { ids: ['one'] } });
  expect(recognised()).toEqual([]);
  expect(service.recognise({ environmentId: 'elsewhere', texts, others: [] })).toEqual([]);
});

test('many texts are looked up among the user keys in less time than hashing each takes', () => {
  const service = openInMemory();
  for (let index = 0; index < 50; index++) {
    record(service, `case-${index}`, ofPerson({}, `u-${index}`));
  }
  const texts = Array.from({ length: 10_000 }, (_, index) => `other-${index}`);
  const recognise = () => service.recognise({ ...env, texts, others: [] });
  recognise();
  const key = createSecretKey(randomBytes(32));
  const hashing = threadCpuMs(() => texts.map((text) => createHmac('sha256', key).update(text).digest()));
  expect(threadCpuMs(recognise)).toBeLessThan(hashing);
});
