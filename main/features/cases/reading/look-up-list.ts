import type { UnsentLine } from '../../../../preload/contract/deletion-runs.ts';
import type { ListReport } from '../../../../preload/contract/reading.ts';
import { addBad, addDuplicate, maxReported, type ParsedList } from './read-list.ts';

/** The distinct conversations of a list, and a report on everything else. */
export interface ReadList {
  ids: string[];
  /** The first line that names each of them. */
  lines: number[];
  report: ListReport;
  /** Every line without a conversation of its own, in their order. */
  unsent: UnsentLine[];
}

/** The entry of the list of cases for a text that is not a known conversation of the environment. */
export interface RecognisedText {
  text: string;
  /** The conversations that have it as their user key. */
  conversationIds?: string[] | undefined;
  /** The environment that has a conversation with this id. */
  environmentName?: string | undefined;
}

/** Replaces user keys by their conversations and leaves out conversations of other environments. Changes the list's report. */
export function completeList(list: ParsedList, recognisedTexts: readonly RecognisedText[]): ReadList {
  const { candidates, report, unsent } = list;
  const byText = new Map(recognisedTexts.map((one) => [one.text, one]));
  const ids = new Map<string, number>();
  const add = (id: string, number: number) => {
    const other = ids.get(id) ?? number;
    const firstNumber = Math.min(other, number);
    ids.set(id, firstNumber);
    if (other !== number) {
      // A user key brought what another line names.
      addDuplicate(list, { number: Math.max(other, number), firstNumber, id });
    }
  };
  const keyNumbers = new Map<string, number>();
  const keysTakenForIds = new Set<string>();
  const addUserKey = (number: number, userKey: string, conversationIds: readonly string[]) => {
    const firstNumber = keyNumbers.get(userKey);
    if (firstNumber !== undefined) {
      addDuplicate(list, { number, firstNumber, id: userKey }, true);
      return;
    }
    keyNumbers.set(userKey, number);
    report.userKeyCount++;
    if (report.userKeys.length < maxReported) {
      report.userKeys.push({ number, userKey, conversations: conversationIds.length });
    }
    for (const id of conversationIds) {
      add(id, number);
    }
  };
  for (const [id, number] of list.ids) {
    const text = list.written.get(id) ?? id;
    const ofText = byText.get(text);
    const conversationIds = ofText?.conversationIds;
    const { environmentName } = (text === id ? ofText : byText.get(id)) ?? {};
    if (conversationIds !== undefined && !list.notAlone.has(id)) {
      keysTakenForIds.add(id);
      addUserKey(number, text, conversationIds);
    } else if (environmentName === undefined) {
      add(id, number);
    } else {
      report.elsewhereCount++;
      unsent.push({ line: number, conversationId: id, reason: 'other-environment' });
      if (report.elsewhere.length < maxReported) {
        report.elsewhere.push({ number, id, environmentName });
      }
    }
  }
  for (const { number, text, keys, reason } of candidates) {
    const keysFound = keys.filter((key) => byText.get(key)?.conversationIds !== undefined);
    for (const key of keysFound) {
      addUserKey(number, key, byText.get(key)?.conversationIds ?? []);
    }
    if (keysFound.length === 0) {
      addBad(list, { number, text, reason });
    }
  }
  for (const line of unsent) {
    // A line that repeats a user key; it is not recorded.
    if (line.conversationId !== undefined && keysTakenForIds.has(line.conversationId)) {
      line.conversationId = undefined;
    }
  }
  report.bad.sort((one, other) => one.number - other.number);
  report.duplicates.sort((one, other) => one.number - other.number);
  report.conversations = ids.size;
  unsent.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  report.sums = sumsOf(report.lines, new Set(ids.values()), unsent);
  return { ids: [...ids.keys()], lines: [...ids.values()], report, unsent };
}

/** Counts each line once, by what it gave: conversations, only repeated ones, only those of other environments, or none. */
function sumsOf(
  lines: number,
  withConversation: ReadonlySet<number>,
  unsent: readonly UnsentLine[],
): ListReport['sums'] {
  const others = new Map<number, string>();
  for (const { line = 0, reason } of unsent) {
    if (reason !== 'cut' && !withConversation.has(line) && !others.has(line)) {
      others.set(line, reason);
    }
  }
  const reasons = [...others.values()];
  const duplicateCount = reasons.filter((reason) => reason === 'duplicate').length;
  const elsewhere = reasons.filter((reason) => reason === 'other-environment').length;
  const useful = withConversation.size;
  return {
    useful,
    repeated: duplicateCount,
    elsewhere,
    useless: lines - useful - duplicateCount - elsewhere,
  };
}
