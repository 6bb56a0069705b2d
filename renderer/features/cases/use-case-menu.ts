import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { menuDivider, useRowMenu } from '../../ui/row-menu.tsx';
import { useGo } from '../../ui/services.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { type CaseListState, idAt } from './case-list-store.ts';
import type { CaseActs } from './use-case-acts.ts';

interface CaseMenuDeps {
  list: StoreApi<CaseListState>;
  acts: CaseActs;
}

/** Returns the context menu of a row. It acts on the selection if the row is part of it. `onMenu` stays the same function between renders. */
export function useCaseMenu({ list, acts }: CaseMenuDeps) {
  const go = useGo();
  const { copy } = useCopy();
  const { onContextMenu, menu } = useRowMenu();
  const latestActs = useRef(acts);
  useLayoutEffect(() => {
    latestActs.current = acts;
  });
  const onMenu = useCallback(
    (row: number, event: MouseEvent<HTMLElement>) => {
      const id = idAt(list.getState(), row);
      const { current } = latestActs;
      const target = current.targetOf(row);
      if (id === undefined || target === undefined) {
        return;
      }
      const many = target.count === 1 ? '' : ` ${target.count.toLocaleString('en')} cases`;
      onContextMenu([
        { label: 'Open', run: () => go({ page: 'conversations', conversationId: id }) },
        { label: 'Preview', run: () => list.getState().preview(true) },
        { label: 'Select', run: () => list.getState().toggle(row) },
        { label: 'Copy id', run: () => void copy(id) },
        menuDivider,
        { label: `Read${many} again`, run: () => current.refresh(target) },
        ...(current.mayEnter
          ? [
              { label: `Label${many}…`, run: () => current.openFormFor(row, 'labels') },
              {
                label: `State${many && ` of${many}`}`,
                actions: current.states.map(({ label, set }) => ({
                  label: visibleText(label, 140),
                  run: () => set(target),
                })),
              },
              { label: `Keep${many} on purpose…`, run: () => current.openFormFor(row, 'hold') },
            ]
          : []),
        { label: `Watch${many} until final`, run: () => current.watch(target, true) },
        { label: `Stop watching${many}`, run: () => current.watch(target, false) },
        { label: `Open${many} as queue`, run: () => current.queue(target) },
        { label: `Export${many}…`, run: () => current.openFormFor(row, 'export') },
        menuDivider,
        { label: `Forget${many}…`, run: () => current.openFormFor(row, 'forget') },
        { label: `Expire or delete${many}…`, dangerous: true, run: () => current.remove(target) },
      ])(event);
    },
    [onContextMenu, go, list, copy],
  );
  return { onMenu, menu };
}
