import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fixtureOf } from '../../../../main/features/callbacks/fixture.ts';

const conversation = {
  id: '0f5a3c52-1111-4222-8333-944444444444',
  userKey: 'customer-4821',
  status: 'FINISHED',
  url: 'https://service.example/go?name=Kowalska',
  info: [{ country: 'PL', method: 'DOCUMENT_SCAN', ip: '203.0.113.7' }],
  result: {
    identity: {
      status: 'FINISHED',
      checks: [{ name: 'CONSISTENCY_CHECK', result: 'ACCEPTED', value: 'Kowalska' }],
      user: {
        person: {
          name: { lastName: 'Kowalska', fullName: 'Anna Żółć' },
          info: { birthDate: '1979-11-02', age: 47 },
          contact: { email: 'anna.kowalska@mail.example' },
        },
      },
      'Zofia Nowak': true,
    },
  },
};
const sent = {
  id: 'b0b0b0b0-2222-4333-8444-955555555555',
  created: '2026-01-15T12:00:00Z',
  target: 'CONVERSATION',
  event: 'FINISHED',
  payload: { conversation, note: 'Kowalska' },
};

test('a fixture has the message with invented data, signed with the key that is in it', () => {
  const fixture = JSON.parse(fixtureOf(Buffer.from(JSON.stringify(sent)), 1_768_478_400_000));
  const { headers, body, key } = fixture;
  expect(headers['X-Signature-Timestamp']).toBe('1768478400000');
  expect(headers['X-Signature']).toBe(
    createHmac('sha256', key).update(`1768478400000:${body}`).digest('hex'),
  );
  for (const personal of [
    ...[
      'Kowalska',
      'Anna',
      'Żółć',
      'customer',
      '4821',
      '1979',
      '203.0.113.7',
      'mail.example',
      'Zofia',
      'Nowak',
    ],
    ...[sent.id, conversation.id, 'service.example'],
  ]) {
    expect(body).not.toContain(personal);
  }
  const { created, target, event, payload } = JSON.parse(body);
  expect({ created, target, event }).toEqual({
    created: sent.created,
    target: 'CONVERSATION',
    event: 'FINISHED',
  });
  const made = payload.conversation;
  expect(made.info[0]).toMatchObject({ country: 'PL', method: 'DOCUMENT_SCAN' });
  const { status, checks, user } = made.result.identity;
  expect([made.status, status, checks[0].result]).toEqual(['FINISHED', 'FINISHED', 'ACCEPTED']);
  // The same value is the same one everywhere, and keeps its form.
  expect(user.person.name.lastName).toMatch(/^[A-Z][a-z]{7}$/);
  expect([checks[0].value, payload.note]).toEqual([user.person.name.lastName, user.person.name.lastName]);
  expect(user.person.name.fullName).toMatch(/^[A-Z][a-z]{3} [àčďéłňøřšťžжюя字]{4}$/i);
  expect(user.person.info.birthDate).toBe('1990-01-01');
  expect(String(user.person.info.age)).toMatch(/^[1-9]{2}$/);
  expect(user.person.contact.email).toMatch(/^person-\d+@example\.com$/);
});

test.each([
  ['is not JSON, so that nothing in it could be replaced', 'name=Kowalska'],
  ['is too long', `"${'x'.repeat(1024 * 1024)}"`],
  ['is nested too deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('a body that %s is refused', (_why, body) => {
  expect(() => fixtureOf(Buffer.from(body), 0)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
});

test('a value in place of a code is replaced, since it may be that of a person', () => {
  const body = { payload: { conversation: { status: 'Anna Kowalska', info: [{ country: 'pl' }] } } };
  expect(fixtureOf(Buffer.from(JSON.stringify(body)), 0)).not.toMatch(/Anna|Kowalska/);
});
