import { expect, test } from 'vitest';
import { ConversationOwners } from '../../../../../main/features/deletion/conversation-owners.ts';
import { Claims } from '../../../../../main/features/deletion/runs/running/item-queues.ts';

const owners = new ConversationOwners();
const claimsAt = (baseUrl: string) => new Claims({ owners, baseUrl });
const first = claimsAt('https://a.example');
const second = claimsAt('https://a.example');
const elsewhere = claimsAt('https://b.example');

test('one run at a time works on a conversation of a service', () => {
  expect(first.take('c-1')).toBe(true);
  expect(first.take('c-1')).toBe(true);
  expect(elsewhere.take('c-1')).toBe(true);
  expect(second.take('c-1')).toBe(false);
  expect(second.heldByOthers).toBe(1);
  expect(owners.has('https://a.example', 'c-1')).toBe(true);
  // Only the run that works on it lets it go.
  second.release('c-1');
  expect(second.take('c-1')).toBe(false);
  first.release('c-1');
  expect(owners.has('https://a.example', 'c-1')).toBe(false);
  expect(second.take('c-1')).toBe(true);
  expect(second.heldByOthers).toBe(0);
});

test('a run forgets what others work on, to try it again', () => {
  second.take('c-2');
  expect(first.take('c-2')).toBe(false);
  first.forgetHeld();
  expect(first.heldByOthers).toBe(0);
  second.release('c-2');
  expect(first.take('c-2')).toBe(true);
});

test('what a run has called before a restart belongs to it', () => {
  first.takeUnderWay(['c-3', 'c-4']);
  expect(second.take('c-3')).toBe(false);
  expect(second.take('c-4')).toBe(false);
  expect(first.take('c-4')).toBe(true);
});
