import type { ActionProgress, DecisionKind } from '../../../../preload/contract/cases.ts';
import type { EntryDetails, EntryKind } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import type { SecondReviewRule } from '../../../../preload/contract/policy.ts';
import { missingForApproval } from '../../../../preload/wording/approval.ts';
import { decisionReasons } from '../../../../preload/wording/decisions.ts';
import { Failure } from '../../../common/failure.ts';
import type { DraftEntry } from '../../records/journal/entry.ts';
import type { CheckedEntry } from '../../records/journal/journal-store.ts';
import { sha256 } from './attachments.ts';
import type { Act, CaseList } from './case-list.ts';
import type { InEnvironment, SelectedCases, Selection } from './results.ts';
import { draws } from './review-draw.ts';

/** Cases changed per request, so that other requests are answered in between. */
const actedAtOnce = 500;
/** The most entries of one action; more would be a mistake. */
const maxEntries = 1_000_000;

/** A journal entry to write for each case of a selection. */
export interface CaseEntry {
  kind: EntryKind;
  details: EntryDetails;
}

/** The number of cases changed, and of named cases that are not in the list. */
export interface ActResult {
  affected: number;
  /** The time of the entries. */
  at?: number;
  unknown?: number;
}

export type ReportProgress = (progress: ActionProgress) => void;

export interface CaseAct extends SelectedCases, Act {
  entries: readonly CaseEntry[];
  /** Refused where a case has no final results. */
  isFinalOnly?: boolean;
  /** The shares of decisions that a second person of the team reviews. */
  secondReview?: readonly SecondReviewRule[];
  /** True for the cases that an earlier step of the same action left. */
  isContinued?: boolean;
}

/** Entries for each of some cases. */
export interface CaseMarks extends InEnvironment, Act {
  marks: readonly { conversationId: string; entries: readonly CaseEntry[] }[];
}

export interface ActEffect {
  /** The cases changed in this step. */
  done: string[];
  /** The cases left for the next steps. */
  rest: string[];
  /** The cases whose details may be different now; undefined for many. */
  touched: string[] | undefined;
  /** The number of named cases that are not in the list; missing where all are. */
  unknown?: number;
}

/**
 * Writes entries about the selected cases to the journal and applies them: about the first of many only, all or none of these. They are on disk when
 * this returns.
 * @throws Failure invalid-input if none of the named cases is in the list, comment-needed, limit-exceeded, result-expired: nothing was changed
 */
export function actOnCases(
  list: CaseList,
  { entries, at, actor, secondReview = [], ...act }: CaseAct,
): ActEffect {
  const { environmentId, selection } = act;
  const ids = list.index.selected(act);
  if (!act.isContinued) {
    checkKnown(selection, ids);
    checkReasons(list, environmentId, entries);
    if (entries.some(({ kind, details }) => kind === 'decided' && details.decision === 'clear')) {
      checkApproval(list, environmentId, ids);
    }
    checkFinal(act.isFinalOnly ? list.index.countUnfinal(environmentId, ids) : 0);
    if (ids.length * entries.length > maxEntries) {
      throw new Failure({
        code: 'limit-exceeded',
        message: 'These are too many changes at once. Nothing was changed.',
        hint: 'Change fewer cases, or fewer labels, at a time.',
      });
    }
  }
  const first = ids.slice(0, actedAtOnce);
  const drafts = first.flatMap((conversationId) =>
    entries.map((entry): DraftEntry => {
      const isDrawn = draws(list, { environmentId, conversationId }, entry, secondReview);
      const details = isDrawn ? { ...entry.details, secondReview: true } : entry.details;
      return { ...entry, details, at, actor, environmentId, conversationId };
    }),
  );
  if (drafts.length > 0) {
    list.append(drafts);
  }
  return {
    done: first,
    rest: ids.slice(actedAtOnce),
    touched: list.index.touchedBy(environmentId, first),
    ...unknownOf(selection, ids),
  };
}

/** A note with a file about one case. */
export type NoteWithFile = ParsedInput<'cases.attach'> & Act;

/**
 * Adds a note with a file to a case. Both are on disk when this returns.
 * @throws Failure invalid-input, limit-exceeded: nothing was changed
 */
export function attachToCase(list: CaseList, { content, text, name, ...act }: NoteWithFile) {
  const { environmentId, conversationId } = act;
  const row = list.index.table.find(environmentId, conversationId);
  if (row === undefined) {
    throw notListed();
  }
  const details = { text, name, bytes: content.length, sha256: sha256(content) };
  const seq = (list.journal.head()?.seq ?? 0) + 1;
  list.change(() => list.attachments.add(row, seq, content));
  try {
    list.append([{ kind: 'noted', ...act, details }]);
  } catch (error) {
    list.change(() => list.attachments.dropLoose(row));
    throw error;
  }
  return { affected: 1, touched: list.index.touchedBy(environmentId, [conversationId]) };
}

/** The kinds of entries of what can be taken back. */
const undoable = {
  decision: ['decided'],
  label: ['labelled', 'unlabelled'],
  note: ['noted'],
} as const satisfies Record<string, readonly EntryKind[]>;

/** The most entries of a case among which its last act is searched. */
const maxSearched = 500;

/** `done`: the time of the entries to take back. */
export type CaseUndo = ParsedInput<'cases.undo'> & Act;

/** Takes back what a user did with cases at a time, by entries that say the contrary. They are on disk when this returns. */
export function undoOnCases(
  list: CaseList,
  { environmentId, conversationIds, of, done, at, actor }: CaseUndo,
) {
  const drafts = conversationIds.flatMap((conversationId) => {
    const entries = list.journal
      .checkedAbout(environmentId, conversationId, maxSearched)
      .filter(({ isUnchanged }) => isUnchanged);
    return contraryTo(entries, undoable[of], { at: done, actor: list.journal.team.actorName(actor) }).map(
      (entry): DraftEntry => ({ ...entry, at, actor, environmentId, conversationId }),
    );
  });
  const namedIds = [...new Set(drafts.flatMap(({ conversationId = [] }) => conversationId))];
  const approvals = drafts.flatMap(({ conversationId = [], details }) =>
    details?.decision === 'clear' ? conversationId : [],
  );
  checkApproval(list, environmentId, approvals);
  if (drafts.length > 0) {
    list.append(drafts);
  }
  return { affected: namedIds.length, touched: list.index.touchedBy(environmentId, namedIds) };
}

/** Returns entries that say the contrary of those of an act, unless a later one replaced them. @param entries of one case, newest first */
function contraryTo(entries: readonly CheckedEntry[], kinds: readonly EntryKind[], act: Act): CaseEntry[] {
  const ofKinds = entries.filter(({ kind }) => kinds.some((one) => one === kind));
  // Several labels that were set together are taken back together.
  const together = ofKinds.filter(({ at, actor }) => at === act.at && actor === act.actor);
  return together.flatMap((entry): CaseEntry[] => {
    const { kind, seq } = entry;
    const details = entry.content.details ?? {};
    if (kind === 'decided') {
      return entry === ofKinds[0] && details.decision !== undefined
        ? [{ kind: 'decided', details: decisionBefore(ofKinds[1]) }]
        : [];
    }
    if (kind === 'noted') {
      const isWithdrawn = entries.some(
        (one) => one.kind === 'note-withdrawn' && one.content.details?.note === seq,
      );
      return entry === together[0] && !isWithdrawn
        ? [{ kind: 'note-withdrawn', details: { note: seq } }]
        : [];
    }
    const { label = '' } = details;
    const [last, before] = ofKinds.filter((one) => one.content.details?.label === label);
    const wasSet = before?.kind === 'labelled';
    const isSet = kind === 'labelled';
    return last !== entry || wasSet === isSet
      ? []
      : [{ kind: isSet ? 'unlabelled' : 'labelled', details: { label } }];
  });
}

/** Returns the details of an entry that brings back a decision, or withdraws the one after it where there was none. */
function decisionBefore(earlier: CheckedEntry | undefined): EntryDetails {
  const { decision, reason, comment, secondReview, to, assignee, toRole } = earlier?.content.details ?? {};
  return decision === undefined
    ? { withdrawn: true, comment: 'Undone' }
    : { decision, ...omitUndefined({ reason, comment, secondReview, to, assignee, toRole }), restored: true };
}

function checkKnown(selection: Selection, ids: readonly string[]): void {
  if ('ids' in selection && ids.length === 0) {
    throw notListed(new Set(selection.ids).size);
  }
}

/** Returns the failure of an act on cases none of which is in the list. */
function notListed(count = 1): Failure {
  return new Failure({
    code: 'invalid-input',
    message:
      count === 1
        ? 'This case is not in the list: it was removed meanwhile, or never opened. Nothing was changed.'
        : 'None of these cases is in the list. Nothing was changed.',
  });
}

/** @throws Failure invalid-input if a reason is not offered for a decision, or no longer */
function checkReasons({ settings }: CaseList, environmentId: string, entries: readonly CaseEntry[]): void {
  for (const { kind, details } of entries) {
    const { decision, reason } = details;
    if (kind === 'decided' && reason !== undefined) {
      const { reasons } = settings.read(environmentId);
      const codes = new Set(decisionReasons(decision as DecisionKind, reasons).map(({ code }) => code));
      if (
        String(reason)
          .split(' ')
          .some((code) => !codes.has(code))
      ) {
        throw new Failure({
          code: 'invalid-input',
          message: 'A reason is no longer offered for this decision. Nothing was decided.',
          hint: 'Choose another reason.',
        });
      }
    }
  }
}

function checkApproval({ settings, index }: CaseList, environmentId: string, ids: readonly string[]): void {
  const { approval: rule, checklist } = settings.read(environmentId);
  const missing =
    rule === undefined
      ? []
      : ids.flatMap((id) => {
          const details = index.get(environmentId, id);
          const lacks = details === undefined ? [] : missingForApproval(rule, details, checklist);
          return lacks.length === 0 ? [] : [lacks.join('; ')];
        });
  if (missing.length > 0) {
    throw new Failure({
      code: 'invalid-input',
      message:
        missing.length === 1 && ids.length === 1
          ? `This case may not be approved yet: ${missing[0]}. Nothing was decided.`
          : `${missing.length} of the cases may not be approved yet, the first: ${missing[0]}. Nothing was decided.`,
      hint: 'The settings of the environment say what must hold before.',
    });
  }
}

function checkFinal(unfinal: number): void {
  if (unfinal > 0) {
    throw new Failure({
      code: 'comment-needed',
      message:
        unfinal === 1
          ? 'The results are not final: something is still in progress or was not read. Nothing was decided.'
          : `${unfinal} of the cases have no final results. Nothing was decided.`,
      hint: 'Enter a comment that says why you decide now, or wait for the results.',
    });
  }
}

/** Returns the number of named cases that are not in the list, if any. */
export function unknownOf(selection: Selection, ids: readonly string[]): { unknown?: number } {
  const unknown = 'ids' in selection ? new Set(selection.ids).size - ids.length : 0;
  return unknown > 0 ? { unknown } : {};
}

/** Calls `step` for a few hundred of the cases at a time, and reports the progress where there are more. @param from.done the cases done before */
export async function inSteps(
  ids: readonly string[],
  from: { done: number; progress: ReportProgress | undefined },
  step: (some: string[], hasMore: boolean) => Promise<void>,
): Promise<void> {
  const total = from.done + ids.length;
  if (total > actedAtOnce && from.done > 0) {
    from.progress?.({ done: from.done, total });
  }
  for (let at = 0; at < ids.length; at += actedAtOnce) {
    const to = Math.min(ids.length, at + actedAtOnce);
    await step(ids.slice(at, to), to < ids.length);
    if (total > actedAtOnce) {
      from.progress?.({ done: from.done + to, total });
    }
  }
}
