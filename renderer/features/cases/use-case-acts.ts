import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { type CaseState, caseStates } from '../../../preload/contract/cases.ts';
import { caseStateLabels } from '../../../preload/wording/cases.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { useEntryRefusal } from '../../ui/policy.tsx';
import { useGo } from '../../ui/services.tsx';
import type { AddingState } from './adding/adding-store.ts';
import { type CaseListState, idAt } from './case-list-store.ts';
import { isSelected, type SelectionInput, selectedCount, selectionInput } from './selection.ts';
import { type CaseEntries, type LabelChange, labelChangeText, useCaseEntry } from './use-case-entries.ts';
import { useWaitingReasons } from './wait-button.tsx';

/** The cases of an action: a selection, or one case. */
export interface ActTarget {
  input: SelectionInput;
  count: number;
}

/** Actions with a form, which opens at the selection bar. */
export type ActForm = 'labels' | 'states' | 'assign' | 'export' | 'audit' | 'hold' | 'forget';

interface CaseActDeps {
  list: StoreApi<CaseListState>;
  entries: CaseEntries;
  adding: StoreApi<AddingState>;
  onQueue(selection: SelectionInput): void;
  onDeleteMany(selection: SelectionInput): void;
}

export interface CaseActs {
  /** The form that is open. */
  form: ActForm | undefined;
  setForm(form: ActForm | undefined): void;
  /** Opens a form for a row, which becomes the selection unless it is part of it. */
  openFormFor(row: number, form: ActForm): void;
  /** Returns the selection if the row is part of it, otherwise the row's case; undefined if that is not loaded. */
  targetOf(row: number): ActTarget | undefined;
  /** False where the role in a team allows no labels and states. */
  mayEnter: boolean;
  refresh(target: ActTarget): void;
  watch(target: ActTarget, watched: boolean): void;
  /** The states that can be set; that of waiting for the user once for each reason. */
  states: readonly { label: string; set(target: ActTarget): void }[];
  label(target: ActTarget, change: LabelChange): void;
  queue(target: ActTarget): void;
  remove(target: ActTarget): void;
}

/** Returns the actions on cases: the same for a selection, the focused case and the menu of a row. */
export function useCaseActs(deps: CaseActDeps): CaseActs {
  const { list, entries, adding, onQueue, onDeleteMany } = deps;
  const go = useGo();
  const reading = useEnvironmentAction('reading.start');
  const waitingReasons = useWaitingReasons();
  const [form, setForm] = useState<ActForm>();
  const mayEnter = useEntryRefusal('labelled') === undefined;
  const isEmpty = useStore(list, ({ selection }) => selectedCount(selection) === 0);
  const said = (text: string, { count }: ActTarget) => `${text}: ${counted(count, 'case')}`;
  const { run: watch } = useCaseEntry('cases.watch');
  const { run: setState } = useCaseEntry('cases.state');
  const { label, offerUndo } = entries;
  return {
    // A form closes with its selection.
    form: isEmpty ? undefined : form,
    setForm,
    mayEnter,
    targetOf(row) {
      const { selection } = list.getState();
      const id = idAt(list.getState(), row);
      if (selectedCount(selection) > 0 && (id === undefined || isSelected(selection, id))) {
        return { input: selectionInput(selection), count: selectedCount(selection) };
      }
      return id === undefined ? undefined : { input: { ids: [id] }, count: 1 };
    },
    openFormFor(row, form) {
      const { selection, selectOnly } = list.getState();
      const id = idAt(list.getState(), row);
      if (id !== undefined && !isSelected(selection, id)) {
        selectOnly(row);
      }
      setForm(form);
    },
    refresh: ({ input }) => void reading.run({ from: { selection: input }, pace: adding.getState().pace }),
    watch: (target, watched) =>
      void watch(
        { selection: target.input, watched },
        said(watched ? 'Watched' : 'No longer watched', target),
      ),
    states: caseStates
      .flatMap((state): { state: CaseState; reason?: string; label: string }[] =>
        state === 'waiting'
          ? waitingReasons.flatMap(({ code: reason, label, retired }) =>
              retired ? [] : [{ state, reason, label: `Waiting: ${label}` }],
            )
          : [{ state, label: caseStateLabels[state] }],
      )
      .map(({ label, ...set }) => ({
        label,
        set: (target) => void setState({ selection: target.input, ...set }, said(`State ${label}`, target)),
      })),
    async label(target, change) {
      const text = labelChangeText(change);
      const done = await label({ selection: target.input, ...change }, said(text, target));
      if (done) {
        offerUndo('label', target.input, done, text);
      }
    },
    queue: ({ input }) => onQueue(input),
    remove(target) {
      const id = onlyOne(target);
      if (id === undefined) {
        onDeleteMany(target.input);
      } else {
        go({ page: 'deletion', conversationId: id });
      }
    },
  };
}

function onlyOne({ input, count }: ActTarget): string | undefined {
  return count === 1 && 'ids' in input ? input.ids[0] : undefined;
}
