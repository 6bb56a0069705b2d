import type { OperationInput } from '../../../preload/contract/operations.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { savedText, startDownload } from '../../ui/download.ts';
import type { SelectionInput } from './selection.ts';

export type NewDecision = Exclude<OperationInput<'cases.decide'>['decision'], { withdrawn: true }>;
export type LabelChange = Pick<OperationInput<'cases.label'>, 'add' | 'remove'>;
export type CaseEntries = ReturnType<typeof useCaseEntries>;

/**
 * Returns the actions that enter something about the selected cases of an environment, in this console only. They resolve to undefined where
 * nothing was entered, and else when it is on disk. Components of an environment share their state.
 */
export function useCaseEntries(environmentId: string) {
  const given = { environmentId };
  const decide = useBridgeAction('cases.decide', given);
  const note = useBridgeAction('cases.note', given);
  const label = useBridgeAction('cases.label', given);
  const state = useBridgeAction('cases.state', given);
  const followUp = useBridgeAction('cases.followUp', given);
  const watch = useBridgeAction('cases.watch', given);
  const forget = useBridgeAction('cases.forget', given);
  const file = useBridgeAction('cases.export', given);
  const all = [decide, note, label, state, followUp, watch, forget, file];
  return {
    ...{
      decide: decide.run,
      note: note.run,
      label: label.run,
      setState: state.run,
      setFollowUp: followUp.run,
    },
    ...{ watch: watch.run, forget: forget.run },
    /** Saves the cases as a file. Resolves to a message for the user; undefined if nothing was saved. */
    async save(selection: SelectionInput, format: 'csv' | 'json', withUserKeys: boolean) {
      return savedText(startDownload(await file.run({ selection, format, withUserKeys })));
    },
    /** True while an entry is being saved. */
    busy: all.some(({ busy }) => busy),
    failure: all.find(({ failure }) => failure)?.failure,
    dismissFailure() {
      for (const { reset } of all) {
        reset();
      }
    },
  };
}
