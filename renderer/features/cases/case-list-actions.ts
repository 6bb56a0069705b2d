import type { RefObject } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { counted } from '../../../preload/wording/terms.ts';
import { useActions } from '../../actions/use-action.ts';
import { useAnnounce } from '../../ui/services.tsx';
import { actKeys } from './act-keys.ts';
import type { CaseListState } from './case-list-store.ts';
import { selectedCount } from './selection.ts';
import type { ActForm, ActTarget, CaseActs } from './use-case-acts.ts';

interface ListActions {
  list: StoreApi<CaseListState>;
  grid: RefObject<HTMLElement | null>;
  input: RefObject<HTMLInputElement | null>;
  acts: CaseActs;
  onOpen(row: number): void;
}

/** Registers the shortcuts of the list, which also work while the focus is elsewhere on the page. */
export function useListActions({ list, grid, input, acts, onOpen }: ListActions): void {
  const selected = useStore(list, (state) => selectedCount(state.selection));
  const previewed = useStore(list, (state) => state.previewed);
  const announce = useAnnounce();
  const move = (by: number, extend = false) => {
    grid.current?.focus({ preventScroll: true });
    const { cursor, moveTo } = list.getState();
    moveTo(cursor + by, extend);
  };
  useActions('Cases', [
    {
      id: 'cases.next',
      label: 'Next case',
      shortcut: 'j',
      repeats: true,
      run: () => move(1),
    },
    {
      id: 'cases.previous',
      label: 'Previous case',
      shortcut: 'k',
      repeats: true,
      run: () => move(-1),
    },
    {
      id: 'cases.extend-down',
      label: 'Select down to the next case',
      shortcut: 'shift+j',
      repeats: true,
      run: () => move(1, true),
    },
    {
      id: 'cases.extend-up',
      label: 'Select up to the previous case',
      shortcut: 'shift+k',
      repeats: true,
      run: () => move(-1, true),
    },
    {
      id: 'cases.open',
      label: 'Open the case',
      shortcut: 'o',
      run: () => onOpen(list.getState().cursor),
    },
    {
      id: 'cases.select',
      label: 'Select or deselect the case',
      shortcut: 'x',
      run: () => list.getState().toggle(list.getState().cursor),
    },
    {
      id: 'cases.select-all',
      label: 'Select all cases',
      shortcut: 'mod+a',
      run: () => list.getState().selectAll(),
    },
    {
      id: 'cases.preview',
      label: previewed ? 'Close the preview' : 'Preview the case',
      shortcut: 'p',
      run() {
        list.getState().preview(!previewed);
        announce(previewed ? 'Preview closed' : 'Preview opened');
      },
    },
    {
      id: 'cases.filter',
      label: 'Filter cases',
      shortcut: '/',
      keywords: ['search', 'find', 'query'],
      run: () => input.current?.focus(),
    },
    {
      id: 'cases.refresh',
      label: 'Refresh the list',
      shortcut: 'r',
      async run() {
        await list.getState().refresh();
        const { failure, layout } = list.getState();
        if (!failure) {
          announce(`List refreshed: ${counted(layout.total, 'case')}`);
        }
      },
    },
    {
      id: 'cases.clear',
      label: selected > 0 ? 'Clear the selection' : 'Close the preview',
      shortcut: 'escape',
      disabled: selected === 0 && !previewed,
      run() {
        if (selected > 0) {
          list.getState().clearSelection();
        } else {
          list.getState().preview(false);
        }
      },
    },
  ]);
  useActActions(list, acts, selected);
}

/** Registers the actions on the selection, or on the case under the keyboard cursor where nothing is selected. */
function useActActions(list: StoreApi<CaseListState>, acts: CaseActs, selected: number): void {
  const what = selected === 0 ? 'the case' : selected === 1 ? 'the selected case' : `${selected} cases`;
  const isEmpty = useStore(list, ({ layout }) => layout.total === 0);
  const withTarget = (act: (target: ActTarget) => void) => () => {
    const target = acts.targetOf(list.getState().cursor);
    if (target !== undefined) {
      act(target);
    }
  };
  const open = (form: ActForm) => () => {
    if (selected > 0) {
      acts.setForm(form);
    } else {
      acts.openFormFor(list.getState().cursor, form);
    }
  };
  const common = { disabled: isEmpty };
  const entering = { disabled: isEmpty || !acts.mayEnter };
  useActions('Selection', [
    {
      ...common,
      id: 'selection.queue',
      label: `Work through ${what}`,
      shortcut: actKeys.queue,
      run: withTarget(acts.queue),
    },
    {
      ...common,
      id: 'selection.refresh',
      label: `Read ${what} again`,
      keywords: ['refresh', 'reload', 'update'],
      shortcut: actKeys.refresh,
      run: withTarget(acts.refresh),
    },
    {
      ...entering,
      id: 'selection.label',
      label: `Label ${what}`,
      keywords: ['tag'],
      shortcut: actKeys.label,
      run: open('labels'),
    },
    {
      ...entering,
      id: 'selection.state',
      label: `Set the state of ${what}`,
      keywords: ['assign', 'in review', 'waiting', 'done'],
      shortcut: actKeys.state,
      run: open('states'),
    },
    {
      ...common,
      id: 'selection.watch',
      label: `Watch ${what} until final`,
      keywords: ['poll', 'notify', 'follow'],
      shortcut: actKeys.watch,
      run: withTarget((target) => acts.watch(target, true)),
    },
    {
      ...common,
      id: 'selection.unwatch',
      label: `Stop watching ${what}`,
      shortcut: actKeys.unwatch,
      run: withTarget((target) => acts.watch(target, false)),
    },
    {
      ...common,
      id: 'selection.export',
      label: `Export ${what}`,
      keywords: ['csv', 'json', 'save'],
      shortcut: actKeys.export,
      run: open('export'),
    },
    {
      ...common,
      id: 'selection.audit',
      label: `Save a pack of ${what} for an auditor`,
      keywords: ['audit', 'evidence', 'sample', 'random', 'draw'],
      run: open('audit'),
    },
    {
      ...entering,
      id: 'selection.hold',
      label: `Keep ${what} on purpose`,
      keywords: ['legal hold', 'court', 'litigation', 'retention', 'freeze', 'preserve'],
      run: open('hold'),
    },
    {
      ...common,
      id: 'selection.remove',
      label: `Expire or delete ${what}`,
      keywords: ['erase', 'remove', 'GDPR'],
      shortcut: actKeys.remove,
      run: withTarget(acts.remove),
    },
    {
      ...common,
      id: 'selection.forget',
      label: `Forget ${what}`,
      detail: 'Removes it from this console, not from the service',
      run: open('forget'),
    },
  ]);
}
