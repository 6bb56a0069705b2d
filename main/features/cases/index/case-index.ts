import type { DatabaseSync } from 'node:sqlite';
import {
  type CaseDetails,
  type CaseRow,
  type Finding,
  type Verdict,
  verdict,
} from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { PlausibilityFinding } from '../../../../preload/contract/plausibility.ts';
import { findingIdentity } from '../../../../preload/wording/settlements.ts';
import { hasFinalResults } from '../../../../preload/wording/verdict.ts';
import { type Target, targetIn } from '../../../common/target.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { ifReadable, type Sealer } from '../../../store/sealing.ts';
import { CaseAssessor } from '../case-assessor.ts';
import { CaseRecorder } from '../case-recorder.ts';
import { DueCases } from '../due/due-cases.ts';
import { type KeptReading, Readings } from '../readings.ts';
import type { CaseSettingsStore } from '../settings.ts';
import { EntryApplier } from './apply-entry.ts';
import { CaseQueries } from './case-queries.ts';
import { CaseSearch } from './case-search.ts';
import { CaseTable, fileMismatches, sourceResults } from './case-table.ts';
import { keptChecks } from './kept-checks.ts';
import { mrzOf } from './kept-zones.ts';
import { Labels } from './labels.ts';
import { ListedValues } from './listed-values.ts';
import { type InEnvironment, type ResultPage, Results, type SelectedCases } from './results.ts';

/** A case that is read repeatedly until it is final. */
export interface WatchedCase extends Target {
  verdict: Verdict;
  /** True if it changed since it was decided. */
  sinceDecided: boolean;
}

/** A text that is not a conversation of an environment. */
export interface RecognisedText {
  text: string;
  /** The conversations that have it as their user key, newest first. */
  conversationIds?: string[] | undefined;
  /** The other environment that has a conversation with this id. */
  environmentId?: string | undefined;
}

/** The most cases that a change names. */
const maxTouched = 100;

/** The most conversations of one user key. */
const maxOfUserKey = 1000;

/** The console's index of conversations, over one open database. Methods that write expect the caller to open the transaction. */
export class CaseIndex {
  readonly #results = new Results();
  readonly #labels: Labels;
  readonly table: CaseTable;
  readonly listedValues: ListedValues;
  readonly #readings: Readings;
  readonly assessor: CaseAssessor;
  readonly recorder: CaseRecorder;
  readonly queries: CaseQueries;
  readonly search: CaseSearch;
  readonly applier: EntryApplier;
  readonly due: DueCases;
  readonly #sql;

  /**
   * @param lookupKey key of the hashes by which sealed values are found
   * @param me returns the id of this console in its team, and its role
   * @param teamKey returns the key of findings for all consoles of a team
   */
  constructor(
    database: DatabaseSync,
    sealer: Sealer,
    lookupKey: Uint8Array,
    settings: CaseSettingsStore,
    me: () => readonly string[],
    teamKey: () => Uint8Array | undefined,
    now: () => number,
  ) {
    const labels = new Labels(database, sealer, lookupKey);
    const table = new CaseTable(database, sealer, labels, me);
    const readings = new Readings(database, sealer, lookupKey);
    const parts = { database, sealer, lookupKey, settings, table, readings, labels, me, teamKey, now };
    const assessor = new CaseAssessor(parts);
    const search = new CaseSearch(database, lookupKey, table, labels);
    this.#labels = labels;
    this.table = table;
    this.#readings = readings;
    this.assessor = assessor;
    this.search = search;
    this.recorder = new CaseRecorder(parts, assessor);
    this.queries = new CaseQueries(parts, this.#results, search);
    this.due = new DueCases(database, sealer, table, now);
    this.applier = new EntryApplier(parts, this.recorder, assessor, this.due);
    this.listedValues = new ListedValues(database, { sealer, table, labels, applier: this.applier });
    this.#sql = prepareAll(database, {
      nameOf: 'SELECT conversation_id FROM conversation WHERE id = ?',
      recent: `SELECT conversation_id, opened_at, status FROM conversation WHERE environment_id = ? AND opened_at IS NOT NULL
       ORDER BY opened_at DESC, id DESC LIMIT ?`,
      drop: 'DELETE FROM conversation WHERE id = ?',
      names: "SELECT environment_id || ' ' || conversation_id AS name FROM conversation",
      awaiting:
        'SELECT environment_id, conversation_id FROM conversation WHERE second_review IS NOT NULL OR question IS NOT NULL',
      environments: 'SELECT DISTINCT environment_id FROM conversation',
      watched:
        'SELECT environment_id, conversation_id, verdict, since_decided FROM conversation WHERE watched = 1',
      labelCounts: `SELECT label.id AS id, count(case_label.case_id) AS uses FROM label
       LEFT JOIN case_label ON case_label.label_id = label.id WHERE environment_id = ? GROUP BY label.id`,
      labelUses: 'DELETE FROM label WHERE id NOT IN (SELECT label_id FROM case_label) AND environment_id = ?',
    });
  }

  /** Adds a case by its id alone. Returns false if it is already known. */
  add(environmentId: string, conversationId: string, at: number): boolean {
    const isNew = this.table.find(environmentId, conversationId) === undefined;
    this.recorder.ensure(environmentId, conversationId, at);
    return isNew;
  }

  /** Returns the most recently opened conversations, newest first, up to a limit. */
  recent({
    environmentId,
    max,
  }: InEnvironment & { max: number }): { conversationId: string; openedAt: number; status?: string }[] {
    return this.#sql.recent.all(environmentId, max).map(({ conversation_id, opened_at, status }) => ({
      conversationId: String(conversation_id),
      openedAt: Number(opened_at),
      ...(status === null ? {} : { status: String(status) }),
    }));
  }

  /** Returns the watched cases of all environments. */
  watched(): WatchedCase[] {
    return this.#sql.watched.all().map((row) => ({
      ...targetIn(row),
      verdict: verdict.parse(row.verdict),
      sinceDecided: row.since_decided !== null,
    }));
  }

  /** Returns rows of a list, each with its person. @throws Failure result-expired */
  rows(page: ResultPage): (CaseRow | null)[] {
    const max = page.everyFinding ? Number.POSITIVE_INFINITY : undefined;
    return Array.from(this.#idsIn(page), (id) => {
      const row = this.table.findById(id);
      return row === undefined ? null : { ...this.table.view(row, max), ...this.table.listedPersonOf(row) };
    });
  }

  /** Returns the conversation ids of some rows. @throws Failure result-expired */
  namesIn(page: ResultPage): string[] {
    return Array.from(this.#idsIn(page)).flatMap((id) =>
      String(this.#sql.nameOf.get(id)?.conversation_id ?? ''),
    );
  }

  #idsIn({ environmentId, resultId, from, count }: ResultPage) {
    return this.#results.ids(environmentId, resultId).subarray(from, from + count);
  }

  /** Returns the rows of the given ids; unknown ids are left out. */
  rowsOf(environmentId: string, conversationIds: readonly string[], findingCount?: number): CaseRow[] {
    return conversationIds.flatMap((conversationId) => {
      const row = this.table.find(environmentId, conversationId);
      return row === undefined ? [] : [this.table.view(row, findingCount)];
    });
  }

  /** Returns the known conversation ids of a selection, in its order. @throws Failure result-expired */
  selected({ environmentId, selection }: SelectedCases): string[] {
    if ('ids' in selection) {
      return [...new Set(selection.ids)].filter((id) => this.table.find(environmentId, id) !== undefined);
    }
    const except = new Set(selection.except);
    return Array.from(this.#results.ids(environmentId, selection.resultId))
      .flatMap((id) => this.#sql.nameOf.get(id)?.conversation_id ?? [])
      .map(String)
      .filter((name) => !except.has(name));
  }

  /** Returns how many of the cases have no final results. */
  countUnfinal(environmentId: string, conversationIds: readonly string[]): number {
    return conversationIds.filter((id) => {
      const row = this.table.find(environmentId, id);
      return row !== undefined && !hasFinalResults(this.table.view(row));
    }).length;
  }

  /** Returns the cases and those that have something in common with them, whose details name them; undefined for many. */
  touchedBy(environmentId: string, conversationIds: readonly string[]): string[] | undefined {
    const names = new Set(conversationIds);
    for (const id of conversationIds.slice(0, maxTouched)) {
      const row = this.table.find(environmentId, id);
      for (const other of row === undefined ? [] : this.assessor.seenBefore.related(row.id).keys()) {
        names.add(String(this.#sql.nameOf.get(other)?.conversation_id));
      }
    }
    return names.size > maxTouched ? undefined : [...names];
  }

  /** @throws Failure result-expired */
  position({ environmentId, resultId, conversationId }: Target & { resultId: string }): number | undefined {
    const ids = this.#results.ids(environmentId, resultId);
    const row = this.table.find(environmentId, conversationId);
    const index = row === undefined ? -1 : ids.indexOf(row.id);
    return index < 0 ? undefined : index;
  }

  /**
   * User keys among texts, with their conversations, and conversations of one of the `other` environments. Conversations of the environment
   * and unknown texts are left out.
   */
  recognise({
    environmentId,
    texts,
    others,
  }: Record<'texts' | 'others', readonly string[]> & InEnvironment): RecognisedText[] {
    const own = this.table.knownOf(environmentId, texts);
    const elsewhere = others.map((other) => ({ other, ids: this.table.knownOf(other, texts) }));
    return texts.flatMap((text): RecognisedText[] => {
      if (own.has(text)) {
        return [];
      }
      const conversationIds = this.search.withUserKey(environmentId, text, maxOfUserKey);
      if (conversationIds.length > 0) {
        return [{ text, conversationIds }];
      }
      const owner = elsewhere.find(({ ids }) => ids.has(text));
      return owner === undefined ? [] : [{ text, environmentId: owner.other }];
    });
  }

  /** Returns the environments that have cases. */
  environments(): string[] {
    return this.#sql.environments.all().map((row) => String(row.environment_id));
  }

  /** Returns everything but the history, which is in the journal. */
  get(environmentId: string, conversationId: string): Omit<CaseDetails, 'history'> | undefined {
    const row = this.table.find(environmentId, conversationId);
    if (row === undefined) {
      return undefined;
    }
    const results = { databaseSources: sourceResults(row), fileMismatches: fileMismatches(row) };
    return {
      row: this.table.view(row),
      findings: JSON.parse(row.findings) as Finding[],
      settlements: this.table.holdingOf(row),
      ...omitUndefined({
        comment: this.table.commentOf(row),
        mrz: mrzOf(row),
        ...results,
        hold: this.due.holdOf(environmentId, conversationId),
      }),
      ticks: JSON.parse(row.ticks) as string[],
      notes: this.table.notesOf(row),
      seenBefore: this.assessor.seenBefore.of(row),
      reads: this.#readings.list(row.id),
    };
  }

  /** Returns the key by which a finding of a case is settled; undefined where the case does not have it. */
  findingKey({ environmentId, conversationId, finding }: Target & { finding: Finding }): string | undefined {
    const row = this.table.find(environmentId, conversationId);
    const findings = row === undefined ? [] : (JSON.parse(row.findings) as Finding[]);
    const at = findings.findIndex((one) => findingIdentity(one) === findingIdentity(finding));
    return row && (JSON.parse(row.finding_keys) as string[])[at];
  }

  reading({ environmentId, conversationId, readId }: Target & { readId: number }): KeptReading | undefined {
    const row = this.table.find(environmentId, conversationId);
    return row && this.#readings.read(row.id, { environmentId, conversationId }, readId);
  }

  /** Returns the last reading kept of a case that is not gone, with the own checks' findings; undefined where it cannot be decrypted. */
  lastReading({
    environmentId,
    conversationId,
  }: Target): (KeptReading & { id: number; checks: readonly PlausibilityFinding[] }) | undefined {
    const row = this.table.find(environmentId, conversationId);
    const [last] = row === undefined || row.verdict === 'gone' ? [] : this.#readings.list(row.id);
    if (row === undefined || last === undefined) {
      return undefined;
    }
    const reading = ifReadable(() => this.#readings.read(row.id, { environmentId, conversationId }, last.id));
    return reading && { ...reading, id: last.id, checks: keptChecks(row) };
  }

  labels({ environmentId }: InEnvironment): { name: string; count: number }[] {
    const names = this.#labels.names(environmentId);
    return this.#sql.labelCounts
      .all(environmentId)
      .flatMap(({ id, uses }) => {
        const name = names.get(Number(id));
        return name === undefined ? [] : [{ name, count: Number(uses) }];
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Deletes cases and everything that refers to them. */
  drop(environmentId: string, conversationIds: readonly string[]): void {
    const relatedIds = new Set<number>();
    for (const conversationId of conversationIds) {
      const row = this.table.find(environmentId, conversationId);
      if (row !== undefined) {
        for (const id of this.assessor.seenBefore.related(row.id).keys()) {
          relatedIds.add(id);
        }
        this.#sql.drop.run(row.id);
        this.table.values.changed(row.id);
      }
    }
    this.assessor.assessSeen(relatedIds);
  }

  /** Returns the cases in which a second review or a question awaits somebody. */
  awaiting(): Target[] {
    return this.#sql.awaiting.all().map(targetIn);
  }

  /** Deletes labels that no case uses any more. */
  dropUnusedLabels(environmentId: string): void {
    this.#sql.labelUses.run(environmentId);
    this.#labels.reload();
  }

  /** Returns the environments and ids of all cases, with a space between. */
  names(): string[] {
    return this.#sql.names.all().map((row) => String(row.name));
  }

  /** Drops cached values after a rolled-back transaction. */
  reload(): void {
    this.#labels.reload();
  }
}
