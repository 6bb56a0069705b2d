import { expect, test, vi } from 'vitest';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { createQueryClient } from '../../../../renderer/bridge/query-client.ts';
import { createCaseListStore } from '../../../../renderer/features/cases/case-list-store.ts';

test('a row that becomes the current one while the list is queried is not taken for the one before', async () => {
  const { promise: located, resolve } = Promise.withResolvers<object>();
  const replies: Record<string, (input: { from: number; count: number }) => unknown> = {
    'cases.query': () => ({ resultId: 'result', total: 1000, groups: [] }),
    'cases.position': () => located,
    'cases.rows': ({ from, count }) => ({
      rows: Array.from({ length: count }, (_, at) => ({ conversationId: `c-${from + at}` })),
    }),
  };
  const bridge = {
    on: () => () => undefined,
    invoke: async (operation: string, input: never) => replies[operation]?.(input),
  } as unknown as BridgeClient;
  const list = createCaseListStore(bridge, createQueryClient(bridge));
  const { open, moveTo, refresh } = list.getState();
  open('environment');
  await vi.waitFor(() => expect(list.getState().cursorId).toBe('c-0'));
  moveTo(2);
  const refreshed = refresh();
  moveTo(900);
  resolve({ index: 2 });
  await refreshed;
  expect(list.getState()).toMatchObject({ cursor: 900, cursorId: undefined });

  moveTo(3);
  await refresh();
  expect(list.getState()).toMatchObject({ cursor: 2, cursorId: 'c-2' });
});
