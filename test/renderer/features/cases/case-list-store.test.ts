import { expect, test, vi } from 'vitest';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { createQueryClient } from '../../../../renderer/bridge/query-client.ts';
import { createCaseListStore } from '../../../../renderer/features/cases/case-list-store.ts';
import { selectedCount } from '../../../../renderer/features/cases/selection.ts';
import { gridRow } from '../../../../renderer/ui/table-grid.ts';

/** A list of 1,000 cases. */
async function openList() {
  const held = new Map<string, Promise<void>>();
  const responses: Record<string, (input: { from: number; count: number }) => unknown> = {
    'cases.query': () => ({ resultId: 'result', total: 1000, groups: [] }),
    'cases.position': () => ({ index: 2 }),
    'cases.rows': ({ from, count }) => ({
      rows: Array.from({ length: count }, (_, at) => ({ conversationId: `c-${from + at}` })),
    }),
  };
  const invoke = vi.fn(async (operation: string, input: never) => {
    await held.get(operation);
    return responses[operation]?.(input);
  });
  const bridge = { on: () => () => undefined, invoke } as unknown as BridgeClient;
  const list = createCaseListStore(bridge, createQueryClient(bridge));
  list.getState().open('environment');
  await vi.waitFor(() => expect(list.getState().cursorId).toBe('c-0'));
  /** Queries the list again, does something once an operation was asked, and only then lets it be answered. */
  const whileAsked = async (operation: string, act: () => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.set(operation, promise);
    invoke.mockClear();
    const refreshed = list.getState().refresh();
    await vi.waitFor(() => expect(invoke.mock.calls.map(([name]) => name)).toContain(operation));
    act();
    held.delete(operation);
    resolve();
    await refreshed;
  };
  return { list, responses, whileAsked };
}

test('a row that becomes the current one while the list is queried is not taken for the one before', async () => {
  const { list, whileAsked } = await openList();
  const { moveTo } = list.getState();
  moveTo(2);
  await whileAsked('cases.position', () => moveTo(900));
  expect(list.getState()).toMatchObject({ cursor: 900, cursorId: undefined });
  moveTo(3);
  await list.getState().refresh();
  expect(list.getState()).toMatchObject({ cursor: 2, cursorId: 'c-2' });
});

test('rows that come into view while the list is queried are read', async () => {
  const { list, whileAsked } = await openList();
  await whileAsked('cases.rows', () => list.getState().want(600, 40, 600 * gridRow));
  await vi.waitFor(() => expect(list.getState().part.from).toBe(500));
});

test('all cases of a result stay selected when the list is opened again, and none when another result is read', async () => {
  const { list, responses } = await openList();
  const { selectAll, open, setSort } = list.getState();
  selectAll();
  responses['cases.query'] = () => ({ resultId: 'another', total: 1001, groups: [] });
  open('environment');
  setSort({ by: 'verdict', descending: true });
  await vi.waitFor(() => expect(list.getState().resultId).toBe('another'));
  expect(selectedCount(list.getState().selection)).toBe(0);
  selectAll();
  responses['cases.query'] = () => ({ resultId: 'third', total: 1002, groups: [] });
  open('environment');
  await list.getState().refresh();
  expect(list.getState()).toMatchObject({
    resultId: 'another',
    selection: { resultId: 'another', total: 1001 },
  });
});
