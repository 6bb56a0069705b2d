import type { OperationInput, OperationOutput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { savedText, startDownload } from '../../ui/download.ts';
import { useUiServices } from '../../ui/services.tsx';
import type { SelectionInput } from './selection.ts';

export type NewDecision = Exclude<OperationInput<'cases.decide'>['decision'], { withdrawn: true }>;
export type LabelChange = Pick<OperationInput<'cases.label'>, 'add' | 'remove'>;
export type CaseEntries = ReturnType<typeof useCaseEntries>;

/** Milliseconds for which a forgetting can be taken back. */
const forgetAfterMs = 10_000;

/**
 * Returns the actions that enter something about the selected cases of an environment, in this console only. They resolve to undefined where
 * nothing was entered, and else when it is on disk. Components of an environment share their state.
 */
export function useCaseEntries(environmentId: string) {
  const environment = { environmentId };
  const { undo } = useUiServices();
  // A key pressed twice enters once.
  const once = { once: true };
  const decide = useBridgeAction('cases.decide', environment, once);
  const note = useBridgeAction('cases.note', environment, once);
  const attach = useBridgeAction('cases.attach', environment, once);
  const attachment = useBridgeAction('cases.saveAttachment', environment);
  const label = useBridgeAction('cases.label', environment);
  const state = useBridgeAction('cases.state', environment, once);
  const followUp = useBridgeAction('cases.followUp', environment, once);
  const assign = useBridgeAction('cases.assign', environment, once);
  const takeOver = useBridgeAction('cases.takeOver', environment, { ...once, changes: ['team.holders'] });
  const answer = useBridgeAction('cases.answer', environment, once);
  const watch = useBridgeAction('cases.watch', environment);
  const forget = useBridgeAction('cases.forget', environment, { keep: true });
  const file = useBridgeAction('cases.export', environment);
  const undoing = useBridgeAction('cases.undo', environment);
  const all = [
    decide,
    note,
    attach,
    attachment,
    label,
    state,
    followUp,
    assign,
    takeOver,
    answer,
    watch,
    file,
    undoing,
  ];
  return {
    ...{ decide: decide.run, note: note.run, attach: attach.run, label: label.run },
    ...{
      setState: state.run,
      setFollowUp: followUp.run,
      assign: assign.run,
      takeOver: takeOver.run,
      answer: answer.run,
      watch: watch.run,
    },
    /** Offers to take back by Ctrl+Z what was just done, and no longer what was done before. */
    offerUndo(
      of: OperationInput<'cases.undo'>['of'],
      selection: SelectionInput,
      { at }: OperationOutput<'cases.decide'>,
      label: string,
    ) {
      const take = async (conversationIds: string[], done: number) =>
        ((await undoing.run({ conversationIds, of, done }))?.affected ?? 0) > 0;
      undo.setState({
        last:
          'ids' in selection && at !== undefined ? { label, run: () => take(selection.ids, at) } : undefined,
      });
    },
    /** Offers no longer to take back what was done before. */
    endUndo: () => undo.setState({ last: undefined }),
    /** Forgets cases after ten seconds, in which it can be taken back. */
    async forget(selection: SelectionInput, count: number) {
      const mine = {
        label: `Forgetting ${counted(count, 'case')}`,
        run: async () => {
          forget.stop();
          return true;
        },
      };
      const forgotten = forget.run({ selection, afterMs: forgetAfterMs });
      undo.setState({ last: mine });
      const done = await forgotten;
      if (undo.getState().last === mine) {
        undo.setState({ last: undefined });
      }
      return done;
    },
    /** True while cases are to be forgotten. */
    forgetting: forget.busy,
    /** Saves the cases as a file. Resolves to a message for the user; undefined if nothing was saved. */
    async save(selection: SelectionInput, format: 'csv' | 'json', withUserKeys: boolean) {
      return savedText(startDownload(await file.run({ selection, format, withUserKeys })));
    },
    /** Saves the file of a note. Resolves like `save`. */
    async saveAttachment(conversationId: string, id: number) {
      return savedText(startDownload(await attachment.run({ conversationId, note: id })));
    },
    /** True while an entry is being saved. */
    busy: all.some(({ busy }) => busy),
    failure: [...all, forget].find(({ failure }) => failure && failure.code !== 'cancelled')?.failure,
    dismissFailure() {
      for (const { reset } of [...all, forget]) {
        reset();
      }
    },
  };
}

/** Returns what was done with labels, such as “Label VIP added”. */
export function labelChangeText({ add = [], remove = [] }: LabelChange): string {
  const names = [...add, ...remove].map((name) => visibleText(name, 80)).join(', ');
  return `Label ${names} ${add.length > 0 ? 'added' : 'removed'}`;
}
