import type { RefObject } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { counted } from '../../../preload/wording/terms.ts';
import { useAction } from '../../actions/use-action.ts';
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

const group = 'Cases';

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
  useAction({
    id: 'cases.next',
    group,
    label: 'Next case',
    shortcut: 'j',
    repeats: true,
    run: () => move(1),
  });
  useAction({
    id: 'cases.previous',
    group,
    label: 'Previous case',
    shortcut: 'k',
    repeats: true,
    run: () => move(-1),
  });
  useAction({
    id: 'cases.extend-down',
    group,
    label: 'Select down to the next case',
    shortcut: 'shift+j',
    repeats: true,
    run: () => move(1, true),
  });
  useAction({
    id: 'cases.extend-up',
    group,
    label: 'Select up to the previous case',
    shortcut: 'shift+k',
    repeats: true,
    run: () => move(-1, true),
  });
  useAction({
    id: 'cases.open',
    group,
    label: 'Open the case',
    shortcut: 'o',
    run: () => onOpen(list.getState().cursor),
  });
  useAction({
    id: 'cases.select',
    group,
    label: 'Select or deselect the case',
    shortcut: 'x',
    run: () => list.getState().toggle(list.getState().cursor),
  });
  useAction({
    id: 'cases.select-all',
    group,
    label: 'Select all cases',
    shortcut: 'mod+a',
    run: () => list.getState().selectAll(),
  });
  useAction({
    id: 'cases.preview',
    group,
    label: previewed ? 'Close the preview' : 'Preview the case',
    shortcut: 'p',
    run() {
      list.getState().preview(!previewed);
      announce(previewed ? 'Preview closed' : 'Preview opened');
    },
  });
  useAction({
    id: 'cases.filter',
    group,
    label: 'Filter cases',
    shortcut: '/',
    keywords: ['search', 'find', 'query'],
    run: () => input.current?.focus(),
  });
  useAction({
    id: 'cases.refresh',
    group,
    label: 'Refresh the list',
    shortcut: 'r',
    async run() {
      await list.getState().refresh();
      const { failure, layout } = list.getState();
      if (!failure) {
        announce(`List refreshed: ${counted(layout.total, 'case')}`);
      }
    },
  });
  useAction({
    id: 'cases.clear',
    group,
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
  });
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
  const common = { group: 'Selection', disabled: isEmpty };
  const entering = { ...common, disabled: isEmpty || !acts.mayEnter };
  useAction({
    ...common,
    id: 'selection.queue',
    label: `Work through ${what}`,
    shortcut: actKeys.queue,
    run: withTarget(acts.queue),
  });
  useAction({
    ...common,
    id: 'selection.refresh',
    label: `Read ${what} again`,
    keywords: ['refresh', 'reload', 'update'],
    shortcut: actKeys.refresh,
    run: withTarget(acts.refresh),
  });
  useAction({
    ...entering,
    id: 'selection.label',
    label: `Label ${what}`,
    keywords: ['tag'],
    shortcut: actKeys.label,
    run: open('labels'),
  });
  useAction({
    ...entering,
    id: 'selection.state',
    label: `Set the state of ${what}`,
    keywords: ['assign', 'in review', 'waiting', 'done'],
    shortcut: actKeys.state,
    run: open('states'),
  });
  useAction({
    ...common,
    id: 'selection.watch',
    label: `Watch ${what} until final`,
    keywords: ['poll', 'notify', 'follow'],
    shortcut: actKeys.watch,
    run: withTarget((target) => acts.watch(target, true)),
  });
  useAction({
    ...common,
    id: 'selection.unwatch',
    label: `Stop watching ${what}`,
    shortcut: actKeys.unwatch,
    run: withTarget((target) => acts.watch(target, false)),
  });
  useAction({
    ...common,
    id: 'selection.export',
    label: `Export ${what}`,
    keywords: ['csv', 'json', 'save'],
    shortcut: actKeys.export,
    run: open('export'),
  });
  useAction({
    ...common,
    id: 'selection.audit',
    label: `Save a pack of ${what} for an auditor`,
    keywords: ['audit', 'evidence', 'sample', 'random', 'draw'],
    run: open('audit'),
  });
  useAction({
    ...entering,
    id: 'selection.hold',
    label: `Keep ${what} on purpose`,
    keywords: ['legal hold', 'court', 'litigation', 'retention', 'freeze', 'preserve'],
    run: open('hold'),
  });
  useAction({
    ...common,
    id: 'selection.remove',
    label: `Expire or delete ${what}`,
    keywords: ['erase', 'remove', 'GDPR'],
    shortcut: actKeys.remove,
    run: withTarget(acts.remove),
  });
  useAction({
    ...common,
    id: 'selection.forget',
    label: `Forget ${what}`,
    detail: 'Removes it from this console, not from the service',
    run: open('forget'),
  });
}
