import { verdicts } from '../../../preload/contract/cases.ts';
import type { PlausibilityFinding } from '../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { localDay } from '../../../preload/shared/calendar.ts';
import { seenBeforeFindings } from '../../../preload/wording/console-findings.ts';
import type { ResponseNotes } from '../../../preload/wording/response-notes.ts';
import { assessWithSeen } from '../../../preload/wording/verdict.ts';
import type { Target } from '../../common/target.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import {
  assessmentOf,
  type CaseAssessment,
  keyedHash,
  verdictColumns,
  withoutSources,
} from './assessment.ts';
import { type CaseAssessor, sinceDecided } from './case-assessor.ts';
import { casePlace, fileMismatches, type StoredCase, sourceResults } from './index/case-table.ts';
import type { IndexParts } from './index/index-parts.ts';
import { weighedChecks } from './index/kept-checks.ts';
import { comparedDigest, keptZones } from './index/kept-zones.ts';
import { casePersonOf } from './person-words.ts';

/** A conversation as the service returned it, ready for the index. */
export interface RecordedReading extends Target {
  /** Milliseconds since the epoch. */
  at: number;
  /** When the response came, where that was earlier: it may have been read before it was opened. */
  readAt?: number | undefined;
  /** True if a user opened it; false if a reading run or a watch read it. */
  opened: boolean;
  conversation: Conversation;
  notes: ResponseNotes;
  /** Findings of the console's own checks in it. */
  checks?: readonly PlausibilityFinding[] | undefined;
}

/** The effect of recording a reading. */
export interface RecordEffect {
  isNew: boolean;
  /** True if the content differs from the previous read. */
  changed: boolean;
}

/** Writes readings to the index. The caller opens the transaction. */
export class CaseRecorder {
  readonly #parts: IndexParts;
  readonly #assessor: CaseAssessor;
  readonly #sql;

  constructor(parts: IndexParts, assessor: CaseAssessor) {
    this.#parts = parts;
    this.#assessor = assessor;
    this.#sql = prepareAll(parts.database, {
      insert: `INSERT INTO conversation (environment_id, conversation_id, first_seen_at, touched_at, verdict, verdict_rank)
       VALUES (?1, ?2, ?3, ?3, 'unread', ${verdicts.indexOf('unread')}) ON CONFLICT DO NOTHING`,
      update: `UPDATE conversation SET read_at = :at, missing_at = NULL, changed_at = :changedAt, is_changed = :isChanged, touched_at = max(touched_at, :touchedAt),
         status_on = CASE WHEN status IS :status THEN coalesce(status_on, :today) ELSE :today END, status = :status, verdict = :verdict, verdict_rank = :verdictRank, products = :products, product_names = :productNames,
         findings = :findings, finding_keys = :findingKeys, finding_count = :findingCount, findings_rank = :findingsRank, countries = :countries,
         country = :country, aml = :aml, user_key = :userKey, person = :person, content_digest = :digest, source_results = :sources, mrz = :mrz, own_checks = :ownChecks, since_decided = :sinceDecided WHERE id = :id`,
      open: `UPDATE conversation SET opened_at = max(coalesce(opened_at, 0), ?1), touched_at = max(touched_at, ?1), is_changed = 0
       WHERE id = ?2`,
      dropAssessment: 'DELETE FROM fact WHERE case_id = ?',
      addAssessment: 'INSERT OR IGNORE INTO fact (kind, value, case_id) VALUES (?, ?, ?)',
      dropIdentifiers: 'DELETE FROM identifier WHERE case_id = ?',
      addIdentifier: 'INSERT OR IGNORE INTO identifier (hash, kind, case_id) VALUES (?, ?, ?)',
      setVerdict:
        'UPDATE conversation SET verdict = ?, verdict_rank = ?, changed_at = ?, touched_at = ? WHERE id = ?',
      setMissing: 'UPDATE conversation SET missing_at = ? WHERE id = ?',
    });
  }

  /** Returns the case; created with only its id if it is not known. */
  ensure(environmentId: string, conversationId: string, at: number): StoredCase {
    const before = this.#parts.table.find(environmentId, conversationId);
    if (before !== undefined) {
      return before;
    }
    this.#sql.insert.run(environmentId, conversationId, at);
    const row = this.#parts.table.find(environmentId, conversationId);
    if (row === undefined) {
      throw new Error('A case that was just added is not there.');
    }
    return row;
  }

  /** Records that a user opened it at this time. */
  open(caseId: number, at: number): void {
    this.#sql.open.run(at, caseId);
  }

  record(reading: RecordedReading): RecordEffect {
    const { environmentId, conversationId, opened, conversation, notes, checks = [] } = reading;
    const at = reading.readAt ?? reading.at;
    const row = this.ensure(environmentId, conversationId, at);
    const digest = this.#parts.readings.digest(conversation);
    const isNew = row.content_digest === null;
    const changed = !isNew && Buffer.compare(row.content_digest ?? digest, digest) !== 0;
    // The results of the databases belong to the conversation as it was then.
    const sources = changed ? undefined : sourceResults(row);
    const mismatches = fileMismatches(row);
    const zones = keptZones(row);
    const isSameRecord = zones?.record === comparedDigest(this.#parts.lookupKey, conversation);
    const withChecks = { ...row, own_checks: JSON.stringify(checks), mrz: isSameRecord ? row.mrz : null };
    const checksNow = weighedChecks(withChecks, this.#parts.settings.ownChecks(environmentId));
    let facts = assessmentOf(conversation, notes, { at, sources, mismatches, checks: checksNow });
    this.#parts.table.values.changed(row.id);
    if (isNew || changed) {
      this.#writeAssessment(row.id, environmentId, facts);
    }
    const seenBefore = seenBeforeFindings(this.#assessor.seenBefore.of(row));
    if (seenBefore.length > 0) {
      facts = { ...facts, ...withoutSources(assessWithSeen(facts, seenBefore)) };
    }
    this.#sql.update.run({
      id: row.id,
      at,
      today: localDay(at),
      changedAt: changed ? at : row.changed_at,
      isChanged: !opened && (changed || row.is_changed === 1) ? 1 : 0,
      // Decisions and other actions also set this time, so a read without changes must not overwrite it.
      touchedAt: opened || changed || isNew ? at : 0,
      ...this.#columnsOf(row, facts),
      person: this.#parts.sealer.seal(JSON.stringify(casePersonOf(conversation)), casePlace(row, 'person')),
      findingKeys: JSON.stringify(this.#assessor.keysOf(row, facts.findings, conversation)),
      sinceDecided: sinceDecided(row, facts),
      digest,
      sources: sources === undefined ? null : JSON.stringify(sources),
      mrz: withChecks.mrz,
      ownChecks: withChecks.own_checks,
    });
    if (opened) {
      this.open(row.id, reading.at);
    }
    if (isNew || changed) {
      this.#parts.readings.keep(row.id, reading, { at, conversation, notes }, facts.status ?? null);
    }
    return { isNew, changed };
  }

  /** Marks a conversation as gone (410, or its data was deleted), where it is known. Returns true if it was not marked before. */
  markGone({ environmentId, conversationId, at }: Target & { at: number }): boolean {
    const row = this.#parts.table.find(environmentId, conversationId);
    if (row === undefined || row.verdict === 'gone') {
      return false;
    }
    this.#sql.setVerdict.run('gone', verdicts.indexOf('gone'), at, at, row.id);
    return true;
  }

  /** Records that the service does not know a conversation (404), until it is read again. Returns true where it is known here. */
  markMissing({ environmentId, conversationId, at }: Target & { at: number }): boolean {
    const row = this.#parts.table.find(environmentId, conversationId);
    if (row === undefined || row.verdict === 'gone') {
      return false;
    }
    this.#sql.setMissing.run(at, row.id);
    return true;
  }

  #columnsOf(row: StoredCase, facts: CaseAssessment) {
    return {
      status: facts.status ?? null,
      ...verdictColumns(facts),
      products: JSON.stringify(facts.products),
      productNames: facts.products.map(({ name }) => name).join(' ') || null,
      countries: JSON.stringify(facts.countries),
      country: facts.countries[0] ?? null,
      aml: JSON.stringify(facts.aml),
      userKey:
        facts.userKey === undefined
          ? null
          : this.#parts.sealer.seal(facts.userKey, casePlace(row, 'user_key')),
    };
  }

  #writeAssessment(caseId: number, environmentId: string, facts: CaseAssessment): void {
    this.#sql.dropAssessment.run(caseId);
    const values: [kind: string, values: readonly string[]][] = [
      ['product', facts.products.flatMap(({ name, status }) => [name, `${name}:${status ?? ''}`])],
      ['cause', facts.causes],
      ['aml', facts.aml],
      ['country', facts.countries],
    ];
    for (const [kind, all] of values) {
      for (const value of all) {
        this.#sql.addAssessment.run(kind, value, caseId);
      }
    }
    this.#sql.dropIdentifiers.run(caseId);
    for (const { kind, value } of facts.identifiers) {
      this.#sql.addIdentifier.run(keyedHash(this.#parts.lookupKey, environmentId, kind, value), kind, caseId);
    }
  }
}
