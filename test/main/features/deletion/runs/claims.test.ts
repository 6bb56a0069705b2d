import { expect, test } from 'vitest';
import {
  Claims,
  type ConversationOwners,
} from '../../../../../main/features/deletion/runs/running/item-queues.ts';

const owners: ConversationOwners = new Map();
const claimsAt = (baseUrl: string) => new Claims(owners, baseUrl);
const first = claimsAt('https://a.example');
const second = claimsAt('https://a.example');
const elsewhere = claimsAt('https://b.example');

test('one run at a time works on a conversation of a service', () => {
  expect(first.take('c-1')).toBe(true);
  expect(first.take('c-1')).toBe(true);
  expect(elsewhere.take('c-1')).toBe(true);
  expect(second.take('c-1')).toBe(false);
  expect(second.heldByOthers).toBe(1);
  expect(owners.size).toBe(2);
  // Only the run that works on it lets it go.
  second.release('c-1');
  expect(second.take('c-1')).toBe(false);
  first.release('c-1');
  expect(owners.size).toBe(1);
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

test('a run releases all that it works on at once, and nothing of others', () => {
  const both: ConversationOwners = new Map();
  const [one, other] = [new Claims(both, 'https://a.example'), new Claims(both, 'https://a.example')];
  one.take('c-1');
  one.take('c-2');
  other.take('c-3');
  one.take('c-3');
  one.releaseAll();
  expect(one.heldByOthers).toBe(0);
  expect([...both.values()]).toEqual([other]);
});
