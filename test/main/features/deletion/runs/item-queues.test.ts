import { afterEach, describe, expect, test } from 'vitest';
import {
  countMoved,
  ItemQueues,
  type StepKind,
} from '../../../../../main/features/deletion/runs/running/item-queues.ts';
import type { ItemState, StoredItem } from '../../../../../main/features/deletion/runs/store/records.ts';
import { MemoryStore, storedRun } from './memory-store.ts';

/** The most items of a page, by `item-queues.ts`. */
const pageSize = 512;
/** More items than any of these runs has. */
const endless = 5000;

let store: MemoryStore;
let allowed: Set<StepKind>;
let fetched: number;
let failures: unknown[];
afterEach(() => store.close());

/** The queues of a run whose items have these states, in this order. */
function queuesOf(states: readonly ItemState[]): ItemQueues {
  store = new MemoryStore(states.map((state) => ({ state })));
  allowed = new Set(['waiting', 'sent']);
  fetched = 0;
  failures = [];
  return new ItemQueues({
    runId: storedRun.runId,
    store,
    isAllowed: (kind) => allowed.has(kind),
    fetched: () => {
      fetched += 1;
    },
    failed: (error) => failures.push(error),
  });
}

function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}

/** Lets a page that was requested arrive. */
async function arrived(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve();
  }
}

/** The next item; waits for as many pages as that takes. */
async function next(queues: ItemQueues, now = 0, alternates = false): Promise<StoredItem | undefined> {
  for (let pages = 0; pages < 10; pages += 1) {
    const item = queues.next(now, alternates);
    const before = fetched;
    await arrived();
    if (item !== undefined || fetched === before) {
      return item;
    }
  }
  throw new Error('Pages are fetched without end.');
}

/** Keeps pages from arriving until the returned function is called. */
function held(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  store.before = (name) => (name === 'next' ? promise : undefined);
  return () => {
    store.before = () => undefined;
    resolve();
  };
}

/** The ids of the items that follow, without those that come back. */
async function rest(queues: ItemQueues): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < endless) {
    const item = await next(queues);
    if (item === undefined) {
      return ids;
    }
    ids.push(item.itemId);
  }
  throw new Error('There are always more items.');
}

/** An item that must be there. */
async function taken(queues: ItemQueues): Promise<StoredItem> {
  const item = await next(queues);
  if (item === undefined) {
    throw new Error('There is no item.');
  }
  return item;
}

/** An item whose call was sent. */
function itemOf(itemId: number): StoredItem {
  return {
    itemId,
    conversationId: `c-${itemId}`,
    plan: ['DELETE_DATA'],
    step: 0,
    state: 'sent',
    outcome: undefined,
    record: { attempts: 1 },
  };
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function pagesAfter(): unknown[] {
  return store.requests.map(({ input }) => (input as { after: number }).after);
}

describe('the order', () => {
  test('nothing is ready until the first page has arrived, which is said once', async () => {
    const queues = queuesOf(['waiting']);
    expect(queues.next(0, false)).toBeUndefined();
    expect(fetched).toBe(0);
    await arrived();
    expect(fetched).toBe(1);
    expect(queues.next(0, false)?.itemId).toBe(1);
    expect(store.requests).toEqual([
      { name: 'next', input: { runId: 'run-1', states: ['waiting'], after: 0, count: pageSize } },
    ]);
  });

  test('calls come before reads', async () => {
    expect(await rest(queuesOf(['sent', 'waiting', 'sending', 'waiting', 'done']))).toEqual([2, 4, 1, 3]);
  });

  test('under a rate limit calls and reads take turns', async () => {
    const queues = queuesOf(['waiting', 'waiting', 'waiting', 'sent', 'sent']);
    const ids: (number | undefined)[] = [];
    for (let count = 0; count < 6; count += 1) {
      ids.push((await next(queues, 0, true))?.itemId);
    }
    expect(ids).toEqual([1, 4, 2, 5, 3, undefined]);
  });

  test('only steps that may start now are taken', async () => {
    const queues = queuesOf(['waiting', 'sent']);
    allowed = new Set(['sent']);
    expect(await rest(queues)).toEqual([2]);
    allowed = new Set(['waiting']);
    expect(await rest(queues)).toEqual([1]);
    allowed = new Set();
    expect(store.requests.map(({ input }) => (input as { states: string[] }).states)).toEqual([
      ['sending', 'sent'],
      ['waiting'],
    ]);
  });

  test('nothing is fetched for steps that may not start', async () => {
    const queues = queuesOf(['waiting', 'sent']);
    allowed = new Set();
    expect(await next(queues)).toBeUndefined();
    expect(store.requests).toEqual([]);
  });

  test('an item that is put back follows those that wait, by its state now', async () => {
    const queues = queuesOf(['waiting', 'waiting', 'sent', 'sent']);
    const first = await taken(queues);
    queues.putBack(first);
    expect((await taken(queues)).itemId).toBe(2);
    expect((await taken(queues)).itemId).toBe(1);
    const read = await taken(queues);
    expect(read.itemId).toBe(3);
    queues.putBack({ ...first, state: 'sent' });
    queues.putBack({ ...read, state: 'waiting' });
    expect(await rest(queues)).toEqual([3, 4, 1]);
  });

  test('while a page of calls is on its way, no read goes first', async () => {
    const queues = queuesOf(['waiting', 'sent', 'sent']);
    allowed = new Set(['sent']);
    expect((await taken(queues)).itemId).toBe(2);
    allowed = new Set(['waiting', 'sent']);
    expect(queues.next(0, false)).toBeUndefined();
    await arrived();
    expect(queues.next(0, false)?.itemId).toBe(1);
  });
});

describe('a delayed item', () => {
  test('is taken as soon as it is due, before all others', async () => {
    const queues = queuesOf(['waiting', 'waiting', 'waiting']);
    const first = await taken(queues);
    const second = await taken(queues);
    expect(queues.nextDueAt).toBeUndefined();
    queues.putBack(first, 500);
    queues.putBack(second, 400);
    expect(queues.nextDueAt).toBe(400);
    expect((await next(queues, 399))?.itemId).toBe(3);
    expect(queues.next(399, false)).toBeUndefined();
    expect(queues.next(400, false)?.itemId).toBe(2);
    expect(queues.nextDueAt).toBe(500);
    expect(queues.next(499, false)).toBeUndefined();
    expect(queues.next(600, false)?.itemId).toBe(1);
    expect(queues.nextDueAt).toBeUndefined();
  });

  test('waits for as long as its step may not start', async () => {
    const queues = queuesOf(['waiting', 'sent']);
    const call = await taken(queues);
    const read = await taken(queues);
    queues.putBack(call, 100);
    queues.putBack(read, 200);
    allowed = new Set(['sent']);
    expect(queues.next(300, false)?.itemId).toBe(2);
    expect(queues.next(300, false)).toBeUndefined();
    allowed = new Set(['waiting']);
    expect(queues.next(300, false)?.itemId).toBe(1);
  });
});

describe('pages', () => {
  test('a run of several pages is taken once, in order', async () => {
    expect(await rest(queuesOf(times(1200, 'waiting')))).toEqual(upTo(1200));
    const calls = store.requests.filter(({ input }) =>
      (input as { states: string[] }).states.includes('waiting'),
    );
    expect(calls.map(({ input }) => (input as { after: number }).after)).toEqual([0, 512, 1024]);
  });

  test('the next page is fetched while 127 of the last one are left', async () => {
    const queues = queuesOf(times(pageSize + 1, 'waiting'));
    await taken(queues);
    for (let count = 1; count < pageSize - 128; count += 1) {
      queues.next(0, false);
    }
    expect(pagesAfter()).toEqual([0]);
    queues.next(0, false);
    expect(pagesAfter()).toEqual([0, pageSize]);
    // Those that are there are taken meanwhile, without another request.
    expect(queues.next(0, false)?.itemId).toBe(pageSize - 126);
    expect(pagesAfter()).toEqual([0, pageSize]);
  });

  test('what is ready is read while the next page of reads is on its way, though no call may start', async () => {
    const queues = queuesOf(times(pageSize * 3, 'sent'));
    allowed = new Set(['sent']);
    await taken(queues);
    const arrive = held();
    for (let count = 1; count < pageSize; count += 1) {
      expect(queues.next(0, false)?.itemId).toBe(count + 1);
    }
    expect(queues.next(0, false)).toBeUndefined();
    arrive();
    expect((await taken(queues)).itemId).toBe(pageSize + 1);
  });

  test('a page that is not full is the last one', async () => {
    const queues = queuesOf(times(3, 'waiting'));
    allowed = new Set(['waiting']);
    expect(await rest(queues)).toEqual([1, 2, 3]);
    expect(pagesAfter()).toEqual([0]);
  });

  test('a full page is followed by another one, even if that is empty', async () => {
    const queues = queuesOf(times(pageSize, 'waiting'));
    allowed = new Set(['waiting']);
    expect(await rest(queues)).toHaveLength(pageSize);
    expect(pagesAfter()).toEqual([0, pageSize]);
  });

  test.each([
    [
      'the first ones without a response',
      [...times<ItemState>(520, 'sending'), ...times<ItemState>(10, 'sent')],
    ],
    [
      'the first ones with a response',
      [...times<ItemState>(520, 'sent'), ...times<ItemState>(10, 'sending')],
    ],
    ['none of them with one', times<ItemState>(520, 'sending')],
    [
      'both, in pages that end far apart',
      [
        ...times<ItemState[]>(300, ['sent', 'sending']).flat(),
        ...times<ItemState>(300, 'sending'),
        ...times<ItemState>(300, 'sent'),
      ],
    ],
    ['by turns', times<ItemState[]>(530, ['sending', 'sent']).flat()],
    ['both, of which one is in a single page', times<ItemState[]>(300, ['sent', 'sending', 'sent']).flat()],
  ])('items with and without a response are read in the order of the run: %s', async (_name, states) => {
    const queues = queuesOf(states);
    allowed = new Set(['sent']);
    expect(await rest(queues)).toEqual(upTo(states.length));
  });
});

describe('an item that was sent', () => {
  async function sent(queues: ItemQueues, itemId: number): Promise<void> {
    await store.apply([itemOf(itemId)]);
    queues.releaseSent(itemOf(itemId));
  }

  test('is fetched again to be read, though the reads were all fetched before; the others are not read twice', async () => {
    const queues = queuesOf(['waiting', 'sent', 'waiting', 'sent']);
    expect(await rest(queues)).toEqual([1, 3, 2, 4]);
    await sent(queues, 3);
    await sent(queues, 1);
    expect(await rest(queues)).toEqual([1, 3]);
  });

  test('is fetched also if a page that begins after it is on its way', async () => {
    const queues = queuesOf(['waiting', 'sent', 'sent', 'sent', 'waiting']);
    expect(await rest(queues)).toEqual([1, 5, 2, 3, 4]);
    await sent(queues, 5);
    const arrive = held();
    expect(queues.next(0, false)).toBeUndefined();
    expect(pagesAfter().at(-1)).toBe(4);
    await sent(queues, 1);
    arrive();
    expect(await rest(queues)).toEqual([5, 1]);
  });

  test('is forgotten once it is finished: nothing but the disk knows it then', async () => {
    const queues = queuesOf(['sent', 'sent']);
    const first = await taken(queues);
    const second = await taken(queues);
    queues.release(second);
    // The page that brings the first one back begins before it.
    queues.releaseSent(first);
    expect(await rest(queues)).toEqual([1, 2]);
  });
});

describe('to begin again', () => {
  test('everything is forgotten, and fetched from the first item on', async () => {
    const queues = queuesOf(['waiting', 'waiting', 'sent', 'sent']);
    queues.putBack(await taken(queues), 100);
    await rest(queues);
    queues.clear();
    expect(queues.nextDueAt).toBeUndefined();
    expect(await rest(queues)).toEqual([1, 2, 3, 4]);
  });

  test('what is ready is not taken twice', async () => {
    const queues = queuesOf(['waiting', 'waiting', 'sent', 'sent']);
    await taken(queues);
    allowed = new Set(['sent']);
    await taken(queues);
    allowed = new Set(['waiting', 'sent']);
    queues.clear();
    expect(await rest(queues)).toEqual([1, 2, 3, 4]);
  });

  test('a page that was requested before is not used', async () => {
    const queues = queuesOf(['waiting', 'waiting']);
    const arrive = held();
    queues.next(0, false);
    queues.clear();
    arrive();
    await arrived();
    expect(fetched).toBe(1);
    // Nothing of it is ready: the next one is requested first.
    expect(queues.next(0, false)).toBeUndefined();
    expect(await rest(queues)).toEqual([1, 2]);
  });
});

test('a page that cannot be fetched is reported, and requested again afterwards', async () => {
  const queues = queuesOf(['waiting']);
  const fault = new Error('the disk');
  store.before = () => {
    throw fault;
  };
  expect(queues.next(0, false)).toBeUndefined();
  await arrived();
  expect(failures).toEqual([fault]);
  expect(fetched).toBe(1);
  store.before = () => undefined;
  expect(await rest(queues)).toEqual([1]);
});

test.each([
  ['waiting', { state: 'sending' }, { waiting: 0, underWay: 2 }],
  ['sending', { state: 'waiting' }, { waiting: 2, underWay: 0 }],
  ['sent', { state: 'done', outcome: 'confirmed' }, { underWay: 0, outcomes: { confirmed: 2 } }],
  ['sent', { state: 'done', outcome: 'refused' }, { underWay: 0, outcomes: { confirmed: 1, refused: 1 } }],
  ['sent', { state: 'done', outcome: 'confirmed', plan: ['EXPIRE'] }, { underWay: 0, expired: 6 }],
  [
    'sent',
    { state: 'done', outcome: 'confirmed', plan: ['EXPIRE', 'DELETE_DATA'] },
    { underWay: 0, expired: 5 },
  ],
  ['sent', { state: 'done', outcome: 'unknown', plan: ['EXPIRE'] }, { underWay: 0, expired: 5 }],
] as const)('an item that was %s and is %j is counted as that', (before, change, expected) => {
  const item = { plan: ['DELETE_DATA'], outcome: undefined, ...change } as unknown as StoredItem;
  const counts = { waiting: 1, underWay: 1, outcomes: { confirmed: 1 }, expired: 5, leftOut: 0 };
  countMoved(counts, before, item);
  const { outcomes = expect.anything(), ...others } = expected as Partial<typeof counts>;
  expect(counts).toEqual({ waiting: 1, underWay: 1, expired: 5, leftOut: 0, ...others, outcomes });
});
