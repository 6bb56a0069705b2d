import { expect, inject, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { openWindow } from '../window.tsx';

// The page's own objects are weighed in test/hostile/window-leak.all.test.ts.

/** Commands of Chromium's own protocol that Vitest passes on and does not name. */
interface Session {
  send(command: 'HeapProfiler.collectGarbage' | 'Performance.enable'): Promise<unknown>;
  send(command: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }>;
}

interface Held {
  nodes: number;
  listeners: number;
}

/** A view that stays behind holds hundreds of nodes and dozens of listeners; a page at rest differs by a few between two moments. */
const limits: Held = { nodes: 40, listeners: 8 };
const turns = inject('fullTests') ? 4 : 2;

async function collected(session: Session): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}

/** Returns the average growth by each turn of a round. */
const growth = (before: Held, after: Held): Held => ({
  nodes: (after.nodes - before.nodes) / turns,
  listeners: (after.listeners - before.listeners) / turns,
});
const isSmall = ({ nodes, listeners }: Held) => nodes < limits.nodes && listeners < limits.listeners;

/**
 * Returns the nodes and listeners that are still held after a round and a full collection, or after a second one where they have grown since
 * `before`, because finalizers of the first release objects for the second.
 */
async function heldAfter(
  session: Session,
  once: (turn: number) => Promise<void> | void,
  before?: Held,
): Promise<Held> {
  for (let turn = 0; turn < turns; turn += 1) {
    await once(turn);
  }
  const first = await collected(session);
  return before && isSmall(growth(before, first)) ? first : collected(session);
}

test('opening and leaving conversations leaves nothing behind, and a view that stays behind is noticed', async () => {
  const session = cdp() as unknown as Session;
  await session.send('Performance.enable');
  const rows = Array.from({ length: turns }, (_, at) => newRow(at + 1));
  await openWindow(new FakeCases(rows).replies());
  const title = () => document.querySelector('#work h1')?.textContent ?? '';
  const openAndLeave = async (turn: number) => {
    location.hash = `#/conversations/${idOf(turn + 1)}`;
    await expect.poll(title).toMatch(/masked|^No name/);
    location.hash = '#/conversations';
    await expect.poll(title).toBe('Cases');
    await expect.poll(() => document.querySelectorAll('[role=row]').length).toBeGreaterThan(1);
  };
  // After a round to warm up, a leak grows in every round, while a list at rest has more listeners at one time than at another.
  let before = await heldAfter(session, openAndLeave);
  let after = await heldAfter(session, openAndLeave, before);
  for (let round = 2; round <= 3 && !isSmall(growth(before, after)); round += 1) {
    before = after;
    after = await heldAfter(session, openAndLeave, before);
  }
  expect(growth(before, after).nodes).toBeLessThan(limits.nodes);
  expect(growth(before, after).listeners).toBeLessThan(limits.listeners);

  const kept: Element[] = [];
  const withKept = await heldAfter(
    session,
    () => {
      const copy = document.querySelector('#root')?.cloneNode(true) as Element;
      for (const button of copy.querySelectorAll('button')) {
        button.addEventListener('click', () => kept.length);
      }
      kept.push(copy);
    },
    after,
  );
  expect(growth(after, withKept).nodes).toBeGreaterThan(limits.nodes);
  expect(growth(after, withKept).listeners).toBeGreaterThan(limits.listeners);
});
