import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type ApprovalRule,
  approvalRule,
  type CaseSettings,
  checklistItem,
  noteTemplate,
  ownReason,
  type RetentionPeriods,
  targetHours,
  waitingReason,
} from '../../../preload/contract/case-settings.ts';
import type { EntryDetails } from '../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { type OwnCheckChoices, ownCheckChoices } from '../../../preload/contract/plausibility.ts';
import type { Meta } from '../../store/meta.ts';
import { retentionNameOf, retentionNames } from '../../store/retention-names.ts';
import type { SealedMeta } from '../../store/sealed-meta.ts';

const noLimit = -1;
/** Begins the names of details that give the weight of an own check. */
const checkPrefix = 'check:';
/** The company's own lists, which are the same in all environments. */
export const ownLists = ['reasons', 'waitingReasons', 'noteTemplates', 'checklist'] as const;
type ListName = (typeof ownLists)[number];
type OwnItem = { code: string };
/** The names of the lists where they are kept. */
const keptNames: Readonly<Record<ListName, string>> = {
  reasons: 'reasons',
  waitingReasons: 'waiting-reasons',
  noteTemplates: 'note-templates',
  checklist: 'checklist',
};

/** Returns the settings of an environment as details of an entry of the journal, which says all of them. */
export function settingsEntered(
  settings: RetentionPeriods & {
    [N in 'approval' | 'targetHours' | 'ownChecks']: CaseSettings[N] | undefined;
  },
): EntryDetails {
  const { retentionDays, decisionDays, approval, targetHours: hours, ownChecks = {} } = settings;
  const { settledFrom = null, ...rule } = approval ?? {};
  return {
    retentionDays: retentionDays ?? 'off',
    decisionDays: decisionDays ?? 'off',
    ...omitUndefined(rule),
    ...(settledFrom === null ? {} : { settledFrom }),
    ...(hours === undefined ? {} : { targetHours: hours }),
    ...Object.fromEntries(Object.entries(ownChecks).map(([rule, weight]) => [checkPrefix + rule, weight])),
  };
}

/** Returns the details of an entry about what is different in a list; none where it stays as it is. */
export function listEntered(
  list: ListName,
  before: readonly OwnItem[],
  after: readonly OwnItem[] = before,
): EntryDetails[] {
  const items = after.filter((item) => !before.some((one) => isDeepStrictEqual(one, item)));
  const removedItems = before.filter(({ code }) => !after.some((one) => one.code === code));
  return items.length + removedItems.length === 0
    ? []
    : [{ list, items: JSON.stringify(items), removed: JSON.stringify(removedItems) }];
}

/** Settings of the list of cases. What a company wrote itself is free text, so it is sealed. */
export class CaseSettingsStore {
  readonly #meta: Meta;
  readonly #sealedMeta: SealedMeta;
  readonly #lastEntry: (environmentId: string) => EntryDetails | undefined;

  /** @param lastEntry the last entry of the journal about the settings of an environment */
  constructor(
    meta: Meta,
    sealedMeta: SealedMeta,
    lastEntry: (environmentId: string) => EntryDetails | undefined,
  ) {
    this.#meta = meta;
    this.#sealedMeta = sealedMeta;
    this.#lastEntry = lastEntry;
  }

  read(environmentId: string): CaseSettings {
    const approval = this.approval(environmentId);
    const hours = targetHours.safeParse(this.#lastEntry(environmentId)?.targetHours).data ?? undefined;
    return {
      ...this.retention(environmentId),
      reasons: this.#list('reasons', ownReason) ?? [],
      ...omitUndefined({
        approval,
        ownChecks: this.ownChecks(environmentId),
        targetHours: hours,
        waitingReasons: this.#list('waitingReasons', waitingReason),
        noteTemplates: this.#list('noteTemplates', noteTemplate),
        checklist: this.#list('checklist', checklistItem),
      }),
    };
  }

  /** Returns the periods. Nothing is deleted by age until a user chose one; one that the journal does not have was not chosen in the console. */
  retention(environmentId: string): RetentionPeriods {
    const days = (name: string, member: 'retentionDays' | 'decisionDays') => {
      const number = this.#meta.number(name) ?? noLimit;
      return number === noLimit || this.#lastEntry(environmentId)?.[member] !== number ? null : number;
    };
    return {
      retentionDays: days(retentionNameOf.cases(environmentId), 'retentionDays'),
      decisionDays: days(retentionNameOf.decisions(environmentId), 'decisionDays'),
    };
  }

  /** Returns what must hold before a case is approved, as the last entry of the journal about the settings says. */
  approval(environmentId: string): ApprovalRule | undefined {
    const { settledFrom, finalResults, notRejectedBefore, checklistDone } =
      this.#lastEntry(environmentId) ?? {};
    const rule = approvalRule.safeParse({
      settledFrom: settledFrom ?? null,
      finalResults,
      notRejectedBefore,
      checklistDone,
    });
    return rule.success ? rule.data : undefined;
  }

  /** Returns the own checks with another weight than theirs, as the last entry of the journal about the settings says; undefined for none. */
  ownChecks(environmentId: string): OwnCheckChoices | undefined {
    const weights = Object.entries(this.#lastEntry(environmentId) ?? {}).flatMap(([name, weight]) =>
      name.startsWith(checkPrefix) ? [[name.slice(checkPrefix.length), weight]] : [],
    );
    return weights.length === 0 ? undefined : ownCheckChoices.safeParse(Object.fromEntries(weights)).data;
  }

  setRetention(environmentId: string, { retentionDays, decisionDays }: RetentionPeriods): void {
    this.#meta.set(retentionNameOf.cases(environmentId), retentionDays ?? noLimit);
    this.#meta.set(retentionNameOf.decisions(environmentId), decisionDays ?? noLimit);
  }

  /** Called when the environment was deleted. */
  forget(environmentId: string): void {
    for (const name of retentionNames(environmentId)) {
      this.#meta.delete(name);
    }
  }

  /** Replaces a list of the company's own. */
  setList(name: ListName, items: readonly unknown[]): void {
    this.#sealedMeta.write(keptNames[name], items);
  }

  #list<T>(name: ListName, item: z.ZodType<T>): T[] | undefined {
    return z.array(item).optional().parse(this.#sealedMeta.read(keptNames[name]));
  }
}
