import { expect, test } from 'vitest';
import { SentRequests } from '../../../../main/features/deletion/sent-requests.ts';

const service = 'https://service.example';

test('a request counts for its own conversation and service only, and only for previews from before it', () => {
  const sent = new SentRequests();
  const before = sent.now();
  sent.add(service, 'one');
  expect(sent.hasAnyAfter(before, service, 'one')).toBe(true);
  expect(sent.hasAnyAfter(sent.now(), service, 'one')).toBe(false);
  expect(sent.hasAnyAfter(before, service, 'two')).toBe(false);
  expect(sent.hasAnyAfter(before, 'https://other.example', 'one')).toBe(false);
});

test('beyond 100,000 conversations the oldest are no longer distinguished: a preview from before one of theirs is not used', () => {
  const sent = new SentRequests();
  const before = sent.now();
  sent.add(service, 'oldest');
  const since = sent.now();
  for (let index = 0; index < 100_000; index += 1) {
    sent.add(service, `conversation ${index}`);
  }
  expect(sent.hasAnyAfter(before, service, 'oldest')).toBe(true);
  expect(sent.hasAnyAfter(before, service, 'never sent')).toBe(true);
  expect(sent.hasAnyAfter(since, service, 'never sent')).toBe(false);
  expect(sent.hasAnyAfter(since, service, 'conversation 0')).toBe(true);
});
