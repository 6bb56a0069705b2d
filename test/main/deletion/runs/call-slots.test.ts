import { expect, test } from 'vitest';
import { type CallSlot, CallSlots } from '../../../../main/deletion/runs/call-slots.ts';

/** Slots on a clock that a test moves; timers run when their time has come. */
class Clock {
  now = 0;
  #timers: { at: number; action: () => void }[] = [];

  later = (ms: number, action: () => void) => {
    const timer = { at: this.now + ms, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  /** Lets this time pass, and everything happen that it brings about. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await settled();
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) {
        break;
      }
      this.#timers = this.#timers.filter((one) => one !== next);
      this.now = next.at;
      next.action();
    }
    this.now = end;
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve();
  }
}

function slotsOn(clock: Clock, limit: number, perSecond: number | undefined) {
  return new CallSlots({
    limit: () => limit,
    perSecond: () => perSecond,
    elapsed: () => clock.now,
    later: clock.later,
  });
}

/** The most of these times within one second. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(...times.map((first) => times.filter((one) => one >= first && one < first + 1000).length));
}

test.each([
  ['steady', () => 1],
  ['with replies that take long', (index: number) => (index % 7 === 0 ? 900 : 5)],
  ['with a stall of everything', (index: number) => (index < 16 ? 5000 : 1)],
])('no second has more requests than the rate: %s', async (_name, replyMs) => {
  const clock = new Clock();
  const slots = slotsOn(clock, 16, 20);
  const times: number[] = [];
  const requests = Array.from({ length: 120 }, async (_, index) => {
    const slot = await slots.acquire(() => true);
    times.push(clock.now);
    slot.started();
    clock.later(replyMs(index), () => slot.release());
  });
  await clock.pass(60_000);
  await Promise.all(requests);
  expect(mostInASecond(times)).toBeLessThanOrEqual(20);
  expect(times).toHaveLength(120);
});

test('requests that were permitted but could not be sent at once do not follow each other closer', async () => {
  const clock = new Clock();
  const slots = slotsOn(clock, 16, 10);
  const times: number[] = [];
  const begun: CallSlot[] = [];
  const all = Array.from({ length: 40 }, async () => {
    const slot = await slots.acquire(() => true);
    begun.push(slot);
    if (begun.length > 1 || clock.now >= 3000) {
      times.push(clock.now);
      slot.started();
      slot.release();
    }
  });
  // The first one waits for an access token for three seconds.
  await clock.pass(3000);
  expect(begun).toHaveLength(1);
  times.push(clock.now);
  begun[0]?.started();
  begun[0]?.release();
  await clock.pass(10_000);
  await Promise.all(all);
  expect(mostInASecond(times)).toBeLessThanOrEqual(10);
});

test('those that have nothing to send any more go at once, without permission', async () => {
  const clock = new Clock();
  const slots = slotsOn(clock, 1, 1);
  let isNeeded = true;
  const first = await slots.acquire(() => true);
  const others = [slots.acquire(() => isNeeded), slots.acquire(() => isNeeded)];
  isNeeded = false;
  slots.releaseUnneeded();
  expect((await Promise.all(others)).map(({ isPermitted }) => isPermitted)).toEqual([false, false]);
  expect(first.isPermitted).toBe(true);
});
