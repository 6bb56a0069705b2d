import { expect, test } from 'vitest';
import { type CallSlot, CallSlots } from '../../../../../main/features/deletion/runs/running/call-slots.ts';

/** Far more than any of these tests needs: whatever happens more often than this goes on for ever. */
const endless = 10_000;

/** Slots on a clock that a test moves; timers run when their time has come. */
class Clock {
  now = 0;
  #ran = 0;
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
      this.#ran += 1;
      if (this.#ran > endless) {
        throw new Error('The timers never end.');
      }
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

/**
 * Returns the value to which a promise has resolved.
 * @throws Error if it has not: a test that waited for a place that is never given would end at its time limit only
 */
async function given<T>(promise: Promise<T>): Promise<T> {
  const unsettled = settled().then(() => {
    throw new Error('Nothing was given.');
  });
  return Promise.race([promise, unsettled]);
}

interface Given {
  limit(): number;
  perSecond(): number | undefined;
}

/** @throws Error from the method that was called, once the limit was asked for without end */
function slotsWith(clock: Clock, { limit, perSecond }: Given): CallSlots {
  let asked = 0;
  return new CallSlots({
    limit: () => {
      asked += 1;
      if (asked > endless) {
        throw new Error('The limit is asked for without end.');
      }
      return limit();
    },
    perSecond,
    elapsed: () => clock.now,
    later: clock.later,
  });
}

function slotsOn(clock: Clock, limit: number, perSecond: number | undefined): CallSlots {
  return slotsWith(clock, { limit: () => limit, perSecond: () => perSecond });
}

/** The most of these times within one second. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(...times.map((first) => times.filter((one) => one >= first && one < first + 1000).length));
}

test.each([
  ['steady', () => 1],
  ['with responses that take long', (index: number) => (index % 7 === 0 ? 900 : 5)],
  ['with a stall of everything', (index: number) => (index < 16 ? 5000 : 1)],
])('no second has more requests than the rate: %s', async (_name, responseMs) => {
  const clock = new Clock();
  const slots = slotsOn(clock, 16, 20);
  const times: number[] = [];
  const requests = Array.from({ length: 120 }, async (_, index) => {
    const slot = await slots.acquire(() => true);
    times.push(clock.now);
    slot.started();
    clock.later(responseMs(index), () => slot.release());
  });
  await clock.pass(60_000);
  await given(Promise.all(requests));
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
  await given(Promise.all(all));
  expect(mostInASecond(times)).toBeLessThanOrEqual(10);
});

test('those that have nothing to send any more go at once, without permission', async () => {
  const clock = new Clock();
  const slots = slotsOn(clock, 1, 1);
  let isNeeded = true;
  const first = await given(slots.acquire(() => true));
  const others = [slots.acquire(() => isNeeded), slots.acquire(() => isNeeded)];
  isNeeded = false;
  slots.releaseUnneeded();
  expect((await given(Promise.all(others))).map(({ isPermitted }) => isPermitted)).toEqual([false, false]);
  expect(first.isPermitted).toBe(true);
});

test('a lower limit than requests in progress lets none begin, a higher one lets those begin that wait', async () => {
  let limit = 1;
  const slots = slotsWith(new Clock(), { limit: () => limit, perSecond: () => undefined });
  const order: number[] = [];
  const begin = (index: number) =>
    slots
      .acquire(() => true)
      .then((slot) => {
        order.push(index);
        return slot;
      });
  const first = await given(begin(1));
  const [second] = [begin(2), begin(3), begin(4)] as const;
  await settled();
  expect(order).toEqual([1]);
  // Released twice, it gives its place once.
  first.release();
  first.release();
  await settled();
  expect(order).toEqual([1, 2]);
  limit = 2;
  slots.admit();
  await settled();
  expect(order).toEqual([1, 2, 3]);
  (await given(second)).release();
  await settled();
  expect(order).toEqual([1, 2, 3, 4]);
});

test('a request that is not needed any more gets its turn without permission, and holds nothing up', async () => {
  const slots = slotsOn(new Clock(), 1, undefined);
  const first = await given(slots.acquire(() => true));
  const unneeded = slots.acquire(() => false);
  const needed = slots.acquire(() => true);
  first.release();
  const slot = await given(unneeded);
  expect(slot.isPermitted).toBe(false);
  slot.release();
  expect((await given(needed)).isPermitted).toBe(true);
});

test('under a rate the next request waits until the one before it was sent, or given up', async () => {
  const clock = new Clock();
  const slots = slotsOn(clock, 4, 1);
  const granted: number[] = [];
  const begin = () =>
    slots
      .acquire(() => true)
      .then((slot) => {
        granted.push(clock.now);
        return slot;
      });
  const first = await given(begin());
  const second = begin();
  const third = begin();
  await clock.pass(5000);
  expect(granted).toEqual([0]);
  // Given up without being sent: the next one need not wait for the rate.
  first.release();
  await settled();
  expect(granted).toEqual([0, 5000]);
  (await given(second)).started();
  await clock.pass(1009);
  expect(granted).toHaveLength(2);
  await clock.pass(1);
  expect(granted).toEqual([0, 5000, 6010]);
  (await given(third)).release();
});

test('a new rate applies to the next request', async () => {
  const clock = new Clock();
  let perSecond = 0.1;
  const slots = slotsWith(clock, { limit: () => 4, perSecond: () => perSecond });
  (await given(slots.acquire(() => true))).started();
  let at: number | undefined;
  const next = slots
    .acquire(() => true)
    .then((slot) => {
      at = clock.now;
      return slot;
    });
  await clock.pass(1000);
  expect(at).toBeUndefined();
  perSecond = 10;
  slots.rateChanged();
  await clock.pass(101);
  expect(at).toBe(1101);
  // A lower rate does not shorten the wait that is left.
  (await given(next)).started();
  perSecond = 0.1;
  slots.rateChanged();
  const last = slots.acquire(() => true).then(() => clock.now);
  await clock.pass(101);
  expect(await given(last)).toBe(1202);
});

test('only those that have nothing to send leave, and leave their places to the others', async () => {
  const slots = slotsOn(new Clock(), 1, undefined);
  const first = await given(slots.acquire(() => true));
  let isNeeded = true;
  let hasBegun = false;
  const needed = slots
    .acquire(() => true)
    .then((slot) => {
      hasBegun = true;
      return slot;
    });
  const unneeded = slots.acquire(() => isNeeded);
  isNeeded = false;
  slots.releaseUnneeded();
  (await given(unneeded)).release();
  await settled();
  expect(hasBegun).toBe(false);
  first.release();
  (await given(needed)).release();
  expect((await given(slots.acquire(() => true))).isPermitted).toBe(true);
});

test('a request that is not needed does not wait for the rate, and no other waits for it', async () => {
  const clock = new Clock();
  const slots = slotsOn(clock, 4, 1);
  (await given(slots.acquire(() => true))).started();
  expect((await given(slots.acquire(() => false))).isPermitted).toBe(false);
  const next = slots.acquire(() => true);
  await clock.pass(1010);
  expect((await given(next)).isPermitted).toBe(true);
});

test('under a rate the end of a request does not stand for the one after it, which was not sent yet', async () => {
  const clock = new Clock();
  const slots = slotsOn(clock, 4, 1);
  const first = await given(slots.acquire(() => true));
  first.started();
  const second = slots.acquire(() => true);
  let hasThirdBegun = false;
  const third = slots
    .acquire(() => true)
    .then((slot) => {
      hasThirdBegun = true;
      return slot;
    });
  await clock.pass(1010);
  const unsent = await given(second);
  await clock.pass(5000);
  first.release();
  await settled();
  expect(hasThirdBegun).toBe(false);
  unsent.started();
  await clock.pass(1010);
  expect((await given(third)).isPermitted).toBe(true);
});

test('without a rate any more, none waits until the one before it was sent', async () => {
  let perSecond: number | undefined = 1;
  const slots = slotsWith(new Clock(), { limit: () => 4, perSecond: () => perSecond });
  await given(slots.acquire(() => true));
  const next = slots.acquire(() => true);
  perSecond = undefined;
  slots.rateChanged();
  expect((await given(next)).isPermitted).toBe(true);
});
