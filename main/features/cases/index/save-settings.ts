import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import { type OwnCheckChoices, plausibilityRules } from '../../../../preload/contract/plausibility.ts';
import { standardWaitingReasons } from '../../../../preload/wording/waiting.ts';
import { listEntered, ownLists, settingsEntered } from '../settings.ts';
import { hasResultOf } from './kept-checks.ts';
import type { Act, OpenedIndex } from './opened-index.ts';
import type { InEnvironment } from './results.ts';

/** The settings to change. */
export type SettingsToSave = Omit<ParsedInput<'cases.saveSettings'>, 'environmentId'>;

/**
 * Changes settings of the list of cases, and the cases that depend on them. What changed is in the journal.
 *
 * @param change runs in a transaction
 */
export function saveSettings(
  opened: OpenedIndex,
  input: InEnvironment & Act & SettingsToSave,
  change: (write: () => void) => void,
) {
  const { settings } = opened;
  const { environmentId, at, actor, retention, approval, targetHours, ownChecks } = input;
  const before = settings.read(environmentId);
  const listed = { waitingReasons: standardWaitingReasons, ...before };
  change(() => {
    if (retention !== undefined) {
      settings.setRetention(environmentId, retention);
    }
    for (const name of ownLists) {
      const items = input[name];
      if (items !== undefined) {
        settings.setList(name, items);
      }
    }
  });
  const entered = ownLists.flatMap((name) => listEntered(name, listed[name] ?? [], input[name]));
  if (entered.length > 0) {
    opened.append(entered.map((details) => ({ kind: 'settings-changed', at, actor, details })));
  }
  if ([retention, approval, targetHours, ownChecks].some((one) => one !== undefined)) {
    const details = settingsEntered({
      ...before,
      ...retention,
      approval: approval ?? before.approval,
      ownChecks: ownChecks ?? before.ownChecks,
      // Null takes it away.
      targetHours: targetHours === undefined ? before.targetHours : (targetHours ?? undefined),
    });
    opened.append([{ kind: 'settings-changed', at, actor, environmentId, details }]);
  }
  if (ownChecks !== undefined) {
    change(() => reweigh(opened, environmentId, before.ownChecks));
  }
  return settings.read(environmentId);
}

/** Weighs the own checks of the cases of an environment as its settings say now. @param before the weights that the cases have */
function reweigh(
  { database, index, settings }: OpenedIndex,
  environmentId: string,
  before: OwnCheckChoices = {},
): void {
  const now = settings.ownChecks(environmentId) ?? {};
  const rules = new Set(plausibilityRules.filter((rule) => now[rule] !== before[rule]));
  const checked = database
    .prepare(
      `SELECT id FROM conversation WHERE environment_id = ? AND content_digest IS NOT NULL AND verdict <> 'gone'
         AND (own_checks <> '[]' OR mrz IS NOT NULL OR (own_checks IS NULL AND finding_count > 0))`,
    )
    .all(environmentId);
  for (const { id } of checked) {
    const stored = index.table.findById(Number(id));
    if (stored !== undefined && hasResultOf(stored, rules)) {
      const { conversation_id: conversationId } = stored;
      index.recorder.reweigh(stored, index.lastReading({ environmentId, conversationId })?.conversation);
    }
  }
}
