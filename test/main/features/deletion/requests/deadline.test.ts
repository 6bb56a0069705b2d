import { expect, test } from 'vitest';
import { checkDays, deadlineOf } from '../../../../../main/features/deletion/requests/deadline.ts';

const today = '2026-03-10';

test.each([
  ['2026-01-31', '2026-02-28', -10],
  ['2024-01-31', '2024-02-29', -740],
  ['2026-02-28', '2026-03-28', 18],
  ['2026-03-10', '2026-04-10', 31],
])('a request of %s is to be answered by %s, by the calendar', (receivedOn, on, daysLeft) => {
  expect(deadlineOf({ receivedOn }, today)).toEqual({
    on,
    daysLeft,
    isPaused: false,
    pausedDays: 0,
    extensionUntil: on,
  });
});

test('the period is paused from the day a proof was asked for to the day of the proof', () => {
  const asked = { receivedOn: '2026-02-20', proofAskedOn: '2026-02-25' };
  expect(deadlineOf(asked, today)).toMatchObject({
    on: '2026-04-02',
    isPaused: true,
    pausedDays: 13,
    daysLeft: 23,
  });
  // Each day of waiting moves the end: the days left stay.
  expect(deadlineOf(asked, '2026-03-20').daysLeft).toBe(23);
  const proved = { ...asked, proof: { on: '2026-03-05', how: 'passport' } };
  expect(deadlineOf(proved, today)).toMatchObject({
    on: '2026-03-28',
    isPaused: false,
    pausedDays: 8,
    daysLeft: 18,
  });
  // A proof that nobody had to ask for pauses nothing.
  expect(deadlineOf({ receivedOn: '2026-02-20', proof: proved.proof }, today).on).toBe('2026-03-20');
});

test('an extension makes it three months from the receipt, with the pause', () => {
  const extension = { on: '2026-02-27', reason: 'many requests' };
  expect(deadlineOf({ receivedOn: '2025-11-30', extension }, today).on).toBe('2026-02-28');
  expect(
    deadlineOf(
      {
        receivedOn: '2026-02-01',
        extension,
        proofAskedOn: '2026-02-02',
        proof: { on: '2026-02-05', how: 'x' },
      },
      today,
    ),
  ).toMatchObject({ on: '2026-05-04', extensionUntil: '2026-03-04' });
});

test.each([
  [{ receivedOn: '2026-03-11' }, 'in the future'],
  [{ receivedOn: '2026-02-01', answeredOn: '2026-01-31' }, 'before the request was received'],
  [
    { receivedOn: '2026-02-01', proofAskedOn: '2026-02-05', proof: { on: '2026-02-04', how: 'x' } },
    'before the proof was asked for',
  ],
  [
    { receivedOn: '2026-01-31', extension: { on: '2026-03-01', reason: 'x' } },
    'told of the extension by 2026-02-28',
  ],
])('%j is refused', (request, message) => {
  expect(() => checkDays(request, today)).toThrow(message);
});

test('an extension on the last day of the first month, later by a pause, is accepted', () => {
  const request = {
    receivedOn: '2026-01-31',
    proofAskedOn: '2026-02-01',
    proof: { on: '2026-02-02', how: 'x' },
  };
  expect(() => checkDays({ ...request, extension: { on: '2026-03-01', reason: 'x' } }, today)).not.toThrow();
});
