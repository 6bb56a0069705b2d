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

/** Nodes and listeners that are still held after a full collection. */
async function held(session: Session): Promise<Record<'nodes' | 'listeners', number>> {
  // Twice, because finalizers of the first pass release objects for the second.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}

/** A view that stays behind holds hundreds of nodes and dozens of listeners; a page at rest differs by a few between two moments. */
const limits = { nodes: 40, listeners: 8 };
const turns = inject('fullTests') ? 4 : 2;

/**
 * Returns the average growth by each `once` after a round to warm up: that of the first round with none, or of the last. A leak grows in every
 * round, while a list at rest has more listeners at one time than at another.
 */
async function grownBy(
  once: (turn: number) => Promise<void>,
  maxRounds = 3,
): Promise<{ nodes: number; listeners: number }> {
  const session = cdp() as unknown as Session;
  await session.send('Performance.enable');
  const round = async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      await once(turn);
    }
    return held(session);
  };
  let before = await round();
  for (let count = 1; ; count += 1) {
    const after = await round();
    const grown = {
      nodes: (after.nodes - before.nodes) / turns,
      listeners: (after.listeners - before.listeners) / turns,
    };
    if ((grown.nodes < limits.nodes && grown.listeners < limits.listeners) || count === maxRounds) {
      return grown;
    }
    before = after;
  }
}

test('opening and leaving conversations leaves nothing behind', async () => {
  const rows = Array.from({ length: turns }, (_, at) => newRow(at + 1));
  await openWindow(new FakeCases(rows).replies());
  const title = () => document.querySelector('#work h1')?.textContent ?? '';
  const grown = await grownBy(async (turn) => {
    location.hash = `#/conversations/${idOf(turn + 1)}`;
    await expect.poll(title).toMatch(/masked|^No name/);
    location.hash = '#/conversations';
    await expect.poll(title).toBe('Cases');
    await expect.poll(() => document.querySelectorAll('[role=row]').length).toBeGreaterThan(1);
  });
  expect(grown.nodes).toBeLessThan(limits.nodes);
  expect(grown.listeners).toBeLessThan(limits.listeners);
});

test('a view that stays behind is noticed', async () => {
  const kept: Element[] = [];
  await openWindow(new FakeCases([newRow(1)]).replies());
  const grown = await grownBy(async () => {
    const copy = document.querySelector('#root')?.cloneNode(true) as Element;
    for (const button of copy.querySelectorAll('button')) {
      button.addEventListener('click', () => kept.length);
    }
    kept.push(copy);
  }, 1);
  expect(grown.nodes).toBeGreaterThan(limits.nodes);
  expect(grown.listeners).toBeGreaterThan(limits.listeners);
});
