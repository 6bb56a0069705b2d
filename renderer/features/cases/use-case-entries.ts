import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { download } from '../../ui/download.ts';
import type { SelectionInput } from './selection.ts';

export type CaseDecision = OperationInput<'cases.decide'>['decision'];
export type NewDecision = Exclude<CaseDecision, { withdrawn: true }>;

export interface LabelChange {
  add?: string[];
  remove?: string[];
}

export interface CaseEntries {
  /** These record something about the selected cases in this console only. They resolve to true when it is on disk. */
  decide(selection: SelectionInput, decision: CaseDecision): Promise<boolean>;
  note(selection: SelectionInput, text: string): Promise<boolean>;
  label(selection: SelectionInput, change: LabelChange): Promise<boolean>;
  setState(selection: SelectionInput, state: OperationInput<'cases.state'>['state']): Promise<boolean>;
  watch(selection: SelectionInput, watched: boolean): Promise<boolean>;
  forget(selection: SelectionInput): Promise<boolean>;
  /** Saves the cases as a file. Resolves to a message for the user; undefined if nothing was saved. */
  save(selection: SelectionInput, format: 'csv' | 'json', withUserKeys: boolean): Promise<string | undefined>;
  /** True while an entry is being saved. */
  busy: boolean;
  failure: FailureView | undefined;
  dismissFailure(): void;
}

/** Returns what is entered about cases of an environment. None of it is sent to the service. Components of an environment share its state. */
export function useCaseEntries(environmentId: string): CaseEntries {
  const given = { environmentId };
  const decide = useBridgeAction('cases.decide', given);
  const note = useBridgeAction('cases.note', given);
  const label = useBridgeAction('cases.label', given);
  const state = useBridgeAction('cases.state', given);
  const watch = useBridgeAction('cases.watch', given);
  const forget = useBridgeAction('cases.forget', given);
  const file = useBridgeAction('cases.export', given);
  const all = [decide, note, label, state, watch, forget, file];
  const done = async (entered: Promise<unknown>) => (await entered) !== undefined;
  return {
    decide: (selection, decision) => done(decide.run({ selection, decision })),
    note: (selection, text) => done(note.run({ selection, text })),
    label: (selection, change) => done(label.run({ selection, ...change })),
    setState: (selection, to) => done(state.run({ selection, state: to })),
    watch: (selection, watched) => done(watch.run({ selection, watched })),
    forget: (selection) => done(forget.run({ selection })),
    async save(selection, format, withUserKeys) {
      const result = await file.run({ selection, format, withUserKeys });
      if (result?.kind === 'download') {
        download(result.address, result.fileName);
        return `Downloaded as ${result.fileName}`;
      }
      return result?.kind === 'saved' ? `Saved as ${result.path}` : undefined;
    },
    busy: all.some(({ busy }) => busy),
    failure: all.find(({ failure }) => failure)?.failure,
    dismissFailure() {
      for (const { reset } of all) {
        reset();
      }
    },
  };
}
