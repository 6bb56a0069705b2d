import type { OperationInput, OperationName, OperationOutput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeAction, useBridgeActions } from '../../bridge/use-bridge.tsx';
import { useEnvironment, useEnvironmentAction } from '../../environments/use-environment.ts';
import { useUiServices } from '../../ui/services.tsx';
import type { SelectionInput } from './selection.ts';

export type NewDecision = Exclude<OperationInput<'cases.decide'>['decision'], { withdrawn: true }>;
export type LabelChange = Pick<OperationInput<'cases.label'>, 'add' | 'remove'>;
export type CaseEntries = ReturnType<typeof useCaseEntries>;

/** Milliseconds for which a forgetting can be taken back. */
const forgetAfterMs = 10_000;

/** A key pressed twice enters once. */
const once = { once: true } as const;

/** Every action that enters something about cases at once. */
const entries = [
  'cases.decide',
  'cases.note',
  'cases.attach',
  'cases.saveAttachment',
  'cases.label',
  'cases.state',
  'cases.followUp',
  'cases.assign',
  'cases.takeOver',
  'cases.answer',
  'cases.watch',
  'cases.export',
  'cases.undo',
] as const;

/** Actions whose entries are taken back in their own way, or not at all. */
type OtherEntry =
  | 'cases.decide'
  | 'cases.state'
  | 'cases.followUp'
  | 'cases.assign'
  | 'cases.takeOver'
  | 'cases.answer'
  | 'cases.watch';

type EntryInput<N extends OtherEntry> = Omit<OperationInput<N>, 'environmentId'>;

/**
 * Returns an action that enters something about cases. Once it has, Ctrl+Z no longer takes back what was done before.
 * @param changes queries to read again
 */
export function useCaseEntry<N extends OtherEntry>(operation: N, changes: readonly OperationName[] = []) {
  const { id: environmentId } = useEnvironment();
  const { undo } = useUiServices();
  const given = { environmentId } as Partial<OperationInput<N>>;
  const { busy, run } = useBridgeAction<N, typeof given, EntryInput<N>>(operation, given, {
    ...once,
    changes,
  });
  type Run = (input: EntryInput<N>, said?: string) => Promise<OperationOutput<N> | undefined>;
  return {
    busy,
    async run(...given: Parameters<Run>) {
      const output = await (run as Run)(...given);
      if (output !== undefined) {
        undo.setState({ last: undefined });
      }
      return output;
    },
  };
}

/**
 * Returns the actions that enter something about the selected cases of an environment, in this console only. They resolve to undefined where
 * nothing was entered, and else when it is on disk. Components of an environment share their state.
 */
export function useCaseEntries() {
  const { id: environmentId } = useEnvironment();
  const { undo } = useUiServices();
  const { busy, failure, dismiss } = useBridgeActions(entries, { environmentId });
  const note = useEnvironmentAction('cases.note', {}, once);
  const attach = useEnvironmentAction('cases.attach', {}, once);
  const attachment = useEnvironmentAction('cases.saveAttachment', {}, { saves: true });
  const label = useEnvironmentAction('cases.label');
  const forget = useEnvironmentAction('cases.forget', {}, { keep: true });
  const file = useEnvironmentAction('cases.export', {}, { saves: true });
  const undoing = useEnvironmentAction('cases.undo');
  return {
    /** True while an entry is being saved. */
    busy,
    failure: failure ?? (forget.failure?.code === 'cancelled' ? undefined : forget.failure),
    dismissFailure() {
      dismiss();
      forget.reset();
    },
    note: note.run,
    attach: attach.run,
    label: label.run,
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
    /** Saves the cases as a file. */
    save: file.run,
    /** Saves the file of a note. */
    saveAttachment: attachment.run,
  };
}

/** Returns what was done with labels, such as “Label VIP added”. */
export function labelChangeText({ add = [], remove = [] }: LabelChange): string {
  const names = [...add, ...remove].map((name) => visibleText(name, 80)).join(', ');
  return `Label ${names} ${add.length > 0 ? 'added' : 'removed'}`;
}
