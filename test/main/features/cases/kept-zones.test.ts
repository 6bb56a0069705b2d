import { expect, test } from 'vitest';
import type { MrzComparison } from '../../../../preload/contract/mrz.ts';
import { findingText } from '../../../../preload/wording/cases.ts';
import { conversationOf, env, get, openInMemory, record } from './index-harness.ts';

const person = 'result.identity.user.person';
const birth: MrzComparison = { path: `${person}.info.birthDate`, is: 'differs' };
const number: MrzComparison = { path: `${person}.ids.passport.id`, is: 'same' };
const target = { ...env, conversationId: 'case-1' };

function recorded() {
  const service = openInMemory();
  record(service, 'case-1');
  const compare = (mediaId: string, comparisons: MrzComparison[], readId = service.lastReading(target)?.id) =>
    service.recordMrz({ ...target, mediaId, readId: readId ?? -1, comparisons });
  return { service, compare };
}

test('a value that differs from the zone of the document is a finding, and the case needs review', () => {
  const { service, compare } = recorded();
  expect(get(service, 'case-1').row.verdict).toBe('clear');
  expect(compare('front', [birth, number])).toBe(true);
  expect(compare('front', [birth, number])).toBe(false);
  const { row, mrz } = get(service, 'case-1');
  expect([row.verdict, row.findings.map(findingText)]).toEqual([
    'review',
    ['Date of birth: differs from the machine-readable zone'],
  ]);
  expect(mrz).toEqual([birth, number]);
});

test('a value that differs in one of two pictures differs, and a picture read again replaces what it said', () => {
  const { service, compare } = recorded();
  compare('front', [birth]);
  compare('back', [{ ...birth, is: 'same' }, number]);
  expect(get(service, 'case-1').mrz).toEqual([birth, number]);
  compare('front', [{ ...birth, is: 'same' }]);
  expect(get(service, 'case-1').row).toMatchObject({ verdict: 'clear', findings: [] });
});

test('the result of a read stays while the record is the same, and goes with it', () => {
  const { service, compare } = recorded();
  compare('front', [birth]);
  record(service, 'case-1', { userKey: 'changed' });
  expect(get(service, 'case-1')).toMatchObject({ mrz: [birth], row: { findingCount: 1 } });
  const { user, ...identity } = conversationOf('case-1').result?.identity ?? {};
  const person = { ...user?.person, info: { birthDate: '1979-11-02' } };
  record(service, 'case-1', { result: { identity: { ...identity, user: { person } } } });
  const { mrz, row } = get(service, 'case-1');
  expect([mrz, row.findingCount]).toEqual([undefined, 0]);
});

test('nothing is kept of a record that was read again meanwhile, or of a case that was never read', () => {
  const { service, compare } = recorded();
  const before = service.lastReading(target)?.id;
  record(service, 'case-1', { userKey: 'changed' });
  expect(compare('front', [birth], before)).toBe(false);
  expect(compare('front', [birth])).toBe(true);
  const unknown = { ...env, conversationId: 'unknown', mediaId: 'front', readId: 1, comparisons: [birth] };
  expect(service.recordMrz(unknown)).toBe(false);
});

test('a settled contradiction stays settled until the value changes', () => {
  const { service, compare } = recorded();
  compare('front', [birth]);
  const [finding] = get(service, 'case-1').findings;
  const key = finding && service.findingKey({ ...target, finding });
  const withBirth = (birthDate: string) => {
    const { result } = conversationOf('case-1');
    const user = {
      ...result?.identity?.user,
      person: { ...result?.identity?.user?.person, info: { birthDate } },
    };
    record(service, 'case-1', { result: { identity: { ...result?.identity, user } } });
    compare('front', [birth]);
    return finding && service.findingKey({ ...target, finding });
  };
  const one = withBirth('1979-11-02');
  expect(one).not.toBe(key);
  expect(withBirth('1979-11-03')).not.toBe(one);
  expect(withBirth('1979-11-02')).toBe(one);
});
