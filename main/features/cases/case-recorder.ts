import type { DatabaseSync } from 'node:sqlite';
import {
  type DecisionKind,
  type FileMismatch,
  type Finding,
  verdicts,
} from '../../../preload/contract/cases.ts';
import type { PlausibilityFinding } from '../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { DatabaseVerificationInfo } from '../../../preload/contract/service/database-verification.ts';
import { localDay } from '../../../preload/shared/calendar.ts';
import {
  changesSince,
  type DecidedOn,
  seenBeforeFindings,
} from '../../../preload/wording/console-findings.ts';
import { unitedMismatches } from '../../../preload/wording/findings.ts';
import type { ReplyNotes } from '../../../preload/wording/reply-notes.ts';
import { findingIdentity } from '../../../preload/wording/settlements.ts';
import {
  type Assessed,
  type Assessment,
  assessWithChecks,
  assessWithFiles,
  assessWithSeen,
  assessWithSources,
} from '../../../preload/wording/verdict.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import type { Sealer } from '../../store/sealing.ts';
import {
  assessmentOf,
  type CaseAssessment,
  keyedHash,
  sourceResultsOf,
  verdictColumns,
  withoutSources,
} from './assessment.ts';
import { findingKeys, teamFindingKeys } from './finding-keys.ts';
import {
  type CaseTable,
  casePlace,
  fileMismatches,
  type StoredCase,
  sourceResults,
} from './index/case-table.ts';
import { weighedChecks } from './index/kept-checks.ts';
import { comparedDigest, keptZones, type ZoneComparison, zonesWith } from './index/kept-zones.ts';
import type { Target } from './index/results.ts';
import { SeenBeforeCases } from './index/seen-before.ts';
import { casePersonOf } from './person-words.ts';
import type { Readings } from './readings.ts';
import type { CaseSettingsStore } from './settings.ts';

/** A conversation as the service returned it, ready for the index. */
export interface RecordedReading {
  environmentId: string;
  conversationId: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** True if a user opened it; false if a reading run or a watch read it. */
  opened: boolean;
  conversation: Conversation;
  notes: ReplyNotes;
  /** Findings of the console's own checks in it. */
  checks?: readonly PlausibilityFinding[] | undefined;
}

/** The files of a case that are not what they claim to be, of those that could be checked. */
export interface CheckedFiles {
  mismatches: readonly FileMismatch[];
  /** True if every file could be checked. */
  isComplete: boolean;
}

/** The effect of recording a reading. */
export interface RecordEffect {
  isNew: boolean;
  /** True if the content differs from the previous read. */
  changed: boolean;
}

/** Writes readings to the index. The caller opens the transaction. */
export class CaseRecorder {
  readonly #sealer: Sealer;
  readonly #lookupKey: Uint8Array;
  readonly #table: CaseTable;
  readonly #readings: Readings;
  readonly #settings: CaseSettingsStore;
  readonly #teamKey: () => Uint8Array | undefined;
  readonly seenBefore: SeenBeforeCases;
  readonly #sql;

  constructor(
    database: DatabaseSync,
    sealer: Sealer,
    lookupKey: Uint8Array,
    table: CaseTable,
    readings: Readings,
    settings: CaseSettingsStore,
    teamKey: () => Uint8Array | undefined,
  ) {
    this.#teamKey = teamKey;
    this.#sealer = sealer;
    this.#lookupKey = lookupKey;
    this.#table = table;
    this.#readings = readings;
    this.#settings = settings;
    this.seenBefore = new SeenBeforeCases(database, table);
    this.#sql = prepareAll(database, {
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
      setFiles: 'UPDATE conversation SET file_mismatches = ?, has_file_mismatch = ? WHERE id = ?',
      setMrz: 'UPDATE conversation SET mrz = ? WHERE id = ?',
      setSources: 'UPDATE conversation SET source_results = ? WHERE id = ?',
      assess: `UPDATE conversation SET verdict = :verdict, verdict_rank = :verdictRank, findings = :findings,
         finding_keys = :findingKeys, finding_count = :findingCount, findings_rank = :findingsRank, since_decided = :sinceDecided WHERE id = :id`,
    });
  }

  /** Returns the case; created with only its id if it is not known. */
  ensure(environmentId: string, conversationId: string, at: number): StoredCase {
    const before = this.#table.find(environmentId, conversationId);
    if (before !== undefined) {
      return before;
    }
    this.#sql.insert.run(environmentId, conversationId, at);
    const row = this.#table.find(environmentId, conversationId);
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
    const { environmentId, conversationId, at, opened, conversation, notes, checks = [] } = reading;
    const row = this.ensure(environmentId, conversationId, at);
    const digest = this.#readings.digest(conversation);
    const isNew = row.content_digest === null;
    const changed = !isNew && Buffer.compare(row.content_digest ?? digest, digest) !== 0;
    // The results of the databases belong to the conversation as it was then.
    const sources = changed ? undefined : sourceResults(row);
    const mismatches = fileMismatches(row);
    const zones = keptZones(row);
    const isSameRecord = zones?.record === comparedDigest(this.#lookupKey, conversation);
    const withChecks = { ...row, own_checks: JSON.stringify(checks), mrz: isSameRecord ? row.mrz : null };
    const checksNow = weighedChecks(withChecks, this.#settings.ownChecks(environmentId));
    let facts = assessmentOf(conversation, notes, { at, sources, mismatches, checks: checksNow });
    this.#table.values.changed(row.id);
    if (isNew || changed) {
      this.#writeAssessment(row.id, environmentId, facts);
    }
    const seenBefore = seenBeforeFindings(this.seenBefore.of(row));
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
      person: this.#sealer.seal(JSON.stringify(casePersonOf(conversation)), casePlace(row, 'person')),
      findingKeys: JSON.stringify(this.#keysOf(row, facts.findings, conversation)),
      sinceDecided: sinceDecided(row, facts),
      digest,
      sources: sources === undefined ? null : JSON.stringify(sources),
      mrz: withChecks.mrz,
      ownChecks: withChecks.own_checks,
    });
    if (opened) {
      this.open(row.id, at);
    }
    if (isNew || changed) {
      this.#readings.keep(row.id, reading, { at, conversation, notes }, facts.status ?? null);
    }
    return { isNew, changed };
  }

  /**
   * Stores the results that the databases returned (interface 4.8), as codes only, and updates verdict and findings. Does nothing for a case whose
   * conversation was not read, or is gone. Returns true if the case is now different.
   */
  recordSources({
    environmentId,
    conversationId,
    info,
  }: Target & { info: DatabaseVerificationInfo }): boolean {
    const row = withContent(this.#table.find(environmentId, conversationId));
    if (row === undefined) {
      return false;
    }
    const sources = sourceResultsOf(info);
    const content = JSON.stringify(sources);
    if (content === row.source_results) {
      return false;
    }
    this.#sql.setSources.run(content, row.id);
    this.#assess(row, assessWithSources(assessmentIn(row), sourceResults(row), sources));
    return true;
  }

  /**
   * Stores which files are not what they claim to be, and updates verdict and findings. Earlier findings stay if not every file could be
   * checked. Does nothing for a case whose conversation was not read, or is gone. Returns true if the case is now different.
   */
  recordFiles({ environmentId, conversationId, files }: Target & { files: CheckedFiles }): boolean {
    const row = withContent(this.#table.find(environmentId, conversationId));
    if (row === undefined) {
      return false;
    }
    const mismatches = files.isComplete
      ? files.mismatches
      : unitedMismatches(fileMismatches(row) ?? [], files.mismatches);
    const content = JSON.stringify(mismatches);
    if (row.file_mismatches === content) {
      return false;
    }
    this.#sql.setFiles.run(content, mismatches.length > 0 ? 1 : 0, row.id);
    this.#assess(row, assessWithFiles(assessmentIn(row), mismatches));
    return true;
  }

  /**
   * Stores how the record compares with the machine-readable zone in a picture, and updates verdict and findings. Does nothing where another
   * reading was recorded since the one compared. Returns true if the case is now different.
   */
  recordMrz({
    environmentId,
    conversationId,
    mediaId,
    readId,
    comparisons,
  }: Target & ZoneComparison): boolean {
    const row = this.#table.find(environmentId, conversationId);
    const [last] = row === undefined ? [] : this.#readings.list(row.id);
    if (row === undefined || row.verdict === 'gone' || last?.id !== readId) {
      return false;
    }
    const conversation = this.#readings.read(row.id, { environmentId, conversationId }, readId)?.conversation;
    // A reading that is too large is not kept: the last one kept is then an older one.
    const digest = conversation && this.#readings.digest(conversation);
    if (!digest || Buffer.compare(digest, row.content_digest ?? Buffer.alloc(0)) !== 0) {
      return false;
    }
    const record = comparedDigest(this.#lookupKey, conversation);
    const zones = zonesWith(row, record, mediaId, comparisons);
    const content = JSON.stringify(zones);
    if (row.mrz === content) {
      return false;
    }
    this.#sql.setMrz.run(content, row.id);
    this.reweigh({ ...row, mrz: content }, conversation);
    return true;
  }

  /** Weighs the own checks of a case as the settings of its environment say now. @param conversation its last reply */
  reweigh(row: StoredCase, conversation: Conversation | undefined): void {
    const checks = weighedChecks(row, this.#settings.ownChecks(row.environment_id));
    this.#assess(row, assessWithChecks(assessmentIn(row), checks), conversation);
  }

  /** Marks a conversation as gone (410, or its data was deleted), where it is known. Returns true if it was not marked before. */
  markGone({ environmentId, conversationId, at }: Target & { at: number }): boolean {
    const row = this.#table.find(environmentId, conversationId);
    if (row === undefined || row.verdict === 'gone') {
      return false;
    }
    this.#sql.setVerdict.run('gone', verdicts.indexOf('gone'), at, at, row.id);
    return true;
  }

  /** Records that the service does not know a conversation (404), until it is read again. Returns true where it is known here. */
  markMissing({ environmentId, conversationId, at }: Target & { at: number }): boolean {
    const row = this.#table.find(environmentId, conversationId);
    if (row === undefined || row.verdict === 'gone') {
      return false;
    }
    this.#sql.setMissing.run(at, row.id);
    return true;
  }

  /** Updates the cases that have something in common with one that was decided, or whose decision was withdrawn. */
  otherDecided(row: StoredCase, kind: DecisionKind | undefined): void {
    if (row.decision !== 'reject' && kind !== 'reject') {
      return;
    }
    for (const [id, kinds] of this.seenBefore.related(row.id)) {
      // A user key of tests may have thousands of cases: those that say so already are left.
      const isKnown =
        kind === 'reject' && kinds.size === 1 && kinds.has('user-key') && this.#saysRejected(id);
      if (!isKnown) {
        this.assessSeen([id]);
      }
    }
  }

  /** Updates cases that have, or had, something in common with others. */
  assessSeen(caseIds: Iterable<number>): void {
    for (const id of caseIds) {
      const row = withContent(this.#table.findById(id));
      if (row === undefined) {
        continue;
      }
      const present = assessmentIn(row);
      const after = assessWithSeen(present, seenBeforeFindings(this.seenBefore.of(row)));
      if (JSON.stringify(after.findings) !== JSON.stringify(present.findings)) {
        this.#assess(row, after);
      }
    }
  }

  #saysRejected(caseId: number): boolean {
    const row = this.#table.findById(caseId);
    return row !== undefined && assessmentIn(row).findings.some(({ code }) => code.startsWith('REJECTED'));
  }

  /** @param conversation its last reply, where new findings are about its values */
  #assess(row: StoredCase, assessment: Assessment, conversation?: Conversation): void {
    const { verdict, findings } = withoutSources(assessment);
    const products = JSON.parse(row.products) as CaseAssessment['products'];
    this.#sql.assess.run({
      id: row.id,
      ...verdictColumns({ verdict, findings }),
      findingKeys: JSON.stringify(this.#keysAfter(row, findings, conversation)),
      sinceDecided: sinceDecided(row, { findings, products }),
    });
  }

  /** Returns the keys of findings after some were replaced: the others keep their keys. */
  #keysAfter(
    row: StoredCase,
    findings: readonly Finding[],
    conversation: Conversation | undefined,
  ): string[] {
    const keys = JSON.parse(row.finding_keys) as string[];
    const before = assessmentIn(row).findings.flatMap((finding, at): [string, string][] => {
      const key = keys[at];
      return key === undefined ? [] : [[findingIdentity(finding), key]];
    });
    return this.#keysOf(row, findings, conversation, new Map(before));
  }

  /** Returns the keys of findings: those of the team, but of findings that were settled here before the others do. */
  #keysOf(
    row: StoredCase,
    findings: readonly Finding[],
    conversation: Conversation | undefined,
    before?: ReadonlyMap<string, string>,
  ): string[] {
    const own = findingKeys(this.#lookupKey, findings, conversation, before);
    const teamKey = this.#teamKey();
    if (teamKey === undefined) {
      return own;
    }
    const settledKeys = new Set(this.#table.settledKeys(row.id));
    const teamKeys = teamFindingKeys(teamKey, findings, conversation);
    return findings.map((finding, at) => {
      const [one = '', ofTeam = ''] = [own[at], teamKeys[at]];
      const isKept = before?.has(findingIdentity(finding)) === true;
      return isKept || (settledKeys.has(one) && !settledKeys.has(ofTeam)) ? one : ofTeam;
    });
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
        facts.userKey === undefined ? null : this.#sealer.seal(facts.userKey, casePlace(row, 'user_key')),
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
      this.#sql.addIdentifier.run(keyedHash(this.#lookupKey, environmentId, kind, value), kind, caseId);
    }
  }
}

/** Returns a case whose conversation was read and is not gone. */
function withContent(row: StoredCase | undefined): StoredCase | undefined {
  return row === undefined || row.content_digest === null || row.verdict === 'gone' ? undefined : row;
}

function assessmentIn(row: StoredCase): Assessed {
  return {
    status: row.status ?? undefined,
    products: JSON.parse(row.products) as CaseAssessment['products'],
    findings: JSON.parse(row.findings) as Finding[],
  };
}

/** Changes since the case was decided, as its column. */
function sinceDecided({ decision, decided_on }: StoredCase, present: DecidedOn): string | null {
  const changes =
    decision === null || decided_on === null
      ? undefined
      : changesSince(JSON.parse(decided_on) as DecidedOn, present, decision);
  return changes === undefined ? null : JSON.stringify(changes);
}
