import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import { type OwnCheckChoices, plausibilityRules } from '../../../../preload/contract/plausibility.ts';
import { standardWaitingReasons } from '../../../../preload/wording/waiting.ts';
import { listEntered, ownLists, settingsEntered } from '../settings.ts';
import type { Act, CaseList } from './case-list.ts';
import { hasResultOf } from './kept-checks.ts';
import type { InEnvironment } from './results.ts';

/** The settings to change. */
export type SettingsToSave = Omit<ParsedInput<'cases.saveSettings'>, 'environmentId'>;

/**
 * Changes settings of the list of cases, and the cases that depend on them. What changed is in the journal.
 *
 * @param change runs in a transaction
 */
export function saveSettings(
  list: CaseList,
  input: InEnvironment & Act & SettingsToSave,
  change: (write: () => void) => void,
) {
  const { settings } = list;
  const { environmentId, at, actor, retention, approval, targetHours, ownChecks } = input;
  const before = settings.read(environmentId);
  const lists = { waitingReasons: standardWaitingReasons, ...before };
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
  const entries = ownLists.flatMap((name) => listEntered(name, lists[name] ?? [], input[name]));
  if (entries.length > 0) {
    list.append(entries.map((details) => ({ kind: 'settings-changed', at, actor, details })));
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
    list.append([{ kind: 'settings-changed', at, actor, environmentId, details }]);
  }
  if (ownChecks !== undefined) {
    change(() => reweigh(list, environmentId, before.ownChecks));
  }
  return settings.read(environmentId);
}

/** Weighs the own checks of the cases of an environment as its settings say now. @param before the weights that the cases have */
function reweigh(
  { database, index, settings }: CaseList,
  environmentId: string,
  before: OwnCheckChoices = {},
): void {
  const now = settings.ownChecks(environmentId) ?? {};
  const rules = new Set(plausibilityRules.filter((rule) => now[rule] !== before[rule]));
  const rows = database
    .prepare(
      `SELECT id FROM conversation WHERE environment_id = ? AND content_digest IS NOT NULL AND verdict <> 'gone'
         AND (own_checks <> '[]' OR mrz IS NOT NULL OR (own_checks IS NULL AND finding_count > 0))`,
    )
    .all(environmentId);
  for (const { id } of rows) {
    const row = index.table.findById(Number(id));
    if (row !== undefined && hasResultOf(row, rules)) {
      const { conversation_id: conversationId } = row;
      index.assessor.reweigh(row, index.lastReading({ environmentId, conversationId })?.conversation);
    }
  }
}
