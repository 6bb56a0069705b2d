import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Addresses } from '../../../../main/features/media/addresses.ts';
import { TransferStatus } from '../../../../main/features/media/transfer-status.ts';
import type { MediaContent } from '../../../../main/service/port.ts';

const medium = {
  environmentId: 'e',
  conversationId: 'c',
  mediaId: 'm',
  claimedType: 'image/png',
  foundType: 'image/png',
  transfer: new TransferStatus(),
};
let addresses: Addresses;
beforeEach(() => {
  vi.useFakeTimers();
  addresses = new Addresses(() => Date.now());
});
afterEach(() => {
  addresses.close();
  vi.useRealTimers();
});

/** A response that keeps arriving until it is ended. */
function arriving(): MediaContent {
  return { status: 200, contentType: 'image/png', acceptRanges: false, body: new Readable({ read() {} }) };
}

test('a response is held for fifteen seconds, its address for five minutes', () => {
  const held = arriving();
  const { token } = addresses.give(medium, held);
  vi.advanceTimersByTime(14_000);
  expect(held.body.destroyed).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(held.body.destroyed).toBe(true);
  expect(addresses.takeHeld(token)).toBeUndefined();
  expect(addresses.find(token)).toEqual(medium);
  vi.advanceTimersByTime(5 * 60_000);
  expect(addresses.find(token)).toBeUndefined();
});

test('a response is taken once, and then belongs to the caller', () => {
  const held = arriving();
  const { token } = addresses.give(medium, held);
  expect(addresses.takeHeld(token)).toBe(held);
  expect(addresses.takeHeld(token)).toBeUndefined();
  addresses.revoke(token);
  vi.advanceTimersByTime(6 * 60_000);
  expect(held.body.destroyed).toBe(false);
  held.body.destroy();
});

test('a response that breaks while it is held is not returned', async () => {
  const held = arriving();
  const { token } = addresses.give(medium, held);
  held.body.destroy(new Error('broken'));
  await new Promise((resolve) => held.body.once('close', resolve));
  expect(addresses.takeHeld(token)).toBeUndefined();
  expect(addresses.find(token)).toEqual(medium);
});

test.each([
  ['given up', (token: string) => addresses.revoke(token)],
  ['the console closes', () => addresses.close()],
])('a held response ends when %s', (_, end) => {
  const held = arriving();
  end(addresses.give(medium, held).token);
  expect(held.body.destroyed).toBe(true);
});

test('few responses are held at once, however many are opened, since they occupy connections', () => {
  const responses = Array.from({ length: 40 }, arriving);
  const tokens = responses.map((held) => addresses.give(medium, held).token);
  expect(responses.filter(({ body }) => !body.destroyed)).toEqual(responses.slice(-16));
  expect(tokens.every((token) => addresses.find(token) !== undefined)).toBe(true);
});

test('the oldest of too many addresses is released, with its response', () => {
  const tokens = Array.from({ length: 257 }, () => addresses.give(medium, arriving()).token);
  expect(addresses.find(tokens[0] ?? '')).toBeUndefined();
  expect(addresses.find(tokens[1] ?? '')).toEqual(medium);
});

test('an address that is renewed works for five more minutes; one that has ended does not come back', () => {
  const { token } = addresses.give(medium, arriving());
  vi.advanceTimersByTime(4 * 60_000);
  expect(addresses.renew(token)).toEqual({ lifeMs: 5 * 60_000 });
  vi.advanceTimersByTime(4 * 60_000);
  expect(addresses.find(token)).toEqual(medium);
  vi.advanceTimersByTime(61_000);
  expect(addresses.find(token)).toBeUndefined();
  expect(addresses.renew(token)).toBeUndefined();
  expect(addresses.renew('nonsense')).toBeUndefined();
});
