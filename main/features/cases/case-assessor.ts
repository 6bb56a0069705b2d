import type { DecisionKind, FileMismatch, Finding } from '../../../preload/contract/cases.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { DatabaseVerificationInfo } from '../../../preload/contract/service/database-verification.ts';
import {
  changesSince,
  type DecidedOn,
  seenBeforeFindings,
} from '../../../preload/wording/console-findings.ts';
import { unitedMismatches } from '../../../preload/wording/findings.ts';
import { findingIdentity } from '../../../preload/wording/settlements.ts';
import {
  type Assessed,
  type Assessment,
  assessWithChecks,
  assessWithFiles,
  assessWithSeen,
  assessWithSources,
} from '../../../preload/wording/verdict.ts';
import type { Target } from '../../common/target.ts';
import { prepareAll } from '../../store/prepare-all.ts';
import { type CaseAssessment, sourceResultsOf, verdictColumns, withoutSources } from './assessment.ts';
import { findingKeys, teamFindingKeys } from './finding-keys.ts';
import { fileMismatches, type StoredCase, sourceResults } from './index/case-table.ts';
import type { IndexParts } from './index/index-parts.ts';
import { weighedChecks } from './index/kept-checks.ts';
import { comparedDigest, type ZoneComparison, zonesWith } from './index/kept-zones.ts';
import { SeenBeforeCases } from './index/seen-before.ts';

/** The files of a case that are not what they claim to be, of those that could be checked. */
export interface CheckedFiles {
  mismatches: readonly FileMismatch[];
  /** True if every file could be checked. */
  isComplete: boolean;
}

/** Assesses cases again where something else than their conversation is known now: databases, files, zones, settings, other cases. */
export class CaseAssessor {
  readonly #parts: IndexParts;
  readonly seenBefore: SeenBeforeCases;
  readonly #sql;

  constructor(parts: IndexParts) {
    this.#parts = parts;
    this.seenBefore = new SeenBeforeCases(parts.database, parts.table);
    this.#sql = prepareAll(parts.database, {
      setFiles: 'UPDATE conversation SET file_mismatches = ?, has_file_mismatch = ? WHERE id = ?',
      setMrz: 'UPDATE conversation SET mrz = ? WHERE id = ?',
      setSources: 'UPDATE conversation SET source_results = ? WHERE id = ?',
      assess: `UPDATE conversation SET verdict = :verdict, verdict_rank = :verdictRank, findings = :findings,
         finding_keys = :findingKeys, finding_count = :findingCount, findings_rank = :findingsRank, since_decided = :sinceDecided WHERE id = :id`,
    });
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
    const row = withContent(this.#parts.table.find(environmentId, conversationId));
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
    const row = withContent(this.#parts.table.find(environmentId, conversationId));
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
    const row = this.#parts.table.find(environmentId, conversationId);
    const [last] = row === undefined ? [] : this.#parts.readings.list(row.id);
    if (row === undefined || row.verdict === 'gone' || last?.id !== readId) {
      return false;
    }
    const conversation = this.#parts.readings.read(
      row.id,
      { environmentId, conversationId },
      readId,
    )?.conversation;
    // A reading that is too large is not kept: the last one kept is then an older one.
    const digest = conversation && this.#parts.readings.digest(conversation);
    if (!digest || Buffer.compare(digest, row.content_digest ?? Buffer.alloc(0)) !== 0) {
      return false;
    }
    const record = comparedDigest(this.#parts.lookupKey, conversation);
    const zones = zonesWith(row, record, mediaId, comparisons);
    const content = JSON.stringify(zones);
    if (row.mrz === content) {
      return false;
    }
    this.#sql.setMrz.run(content, row.id);
    this.reweigh({ ...row, mrz: content }, conversation);
    return true;
  }

  /** Weighs the own checks of a case as the settings of its environment say now. @param conversation its last response */
  reweigh(row: StoredCase, conversation: Conversation | undefined): void {
    const checks = weighedChecks(row, this.#parts.settings.ownChecks(row.environment_id));
    this.#assess(row, assessWithChecks(assessmentIn(row), checks), conversation);
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
      const row = withContent(this.#parts.table.findById(id));
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
    const row = this.#parts.table.findById(caseId);
    return row !== undefined && assessmentIn(row).findings.some(({ code }) => code.startsWith('REJECTED'));
  }

  /** @param conversation its last response, where new findings are about its values */
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
    return this.keysOf(row, findings, conversation, new Map(before));
  }

  /** Returns the keys of findings: those of the team, but of findings that were settled here before the others do. */
  keysOf(
    row: StoredCase,
    findings: readonly Finding[],
    conversation: Conversation | undefined,
    before?: ReadonlyMap<string, string>,
  ): string[] {
    const own = findingKeys(this.#parts.lookupKey, findings, conversation, before);
    const teamKey = this.#parts.teamKey();
    if (teamKey === undefined) {
      return own;
    }
    const settledKeys = new Set(this.#parts.table.settledKeys(row.id));
    const teamKeys = teamFindingKeys(teamKey, findings, conversation);
    return findings.map((finding, at) => {
      const [one = '', ofTeam = ''] = [own[at], teamKeys[at]];
      const isKept = before?.has(findingIdentity(finding)) === true;
      return isKept || (settledKeys.has(one) && !settledKeys.has(ofTeam)) ? one : ofTeam;
    });
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
export function sinceDecided({ decision, decided_on }: StoredCase, present: DecidedOn): string | null {
  const changes =
    decision === null || decided_on === null
      ? undefined
      : changesSince(JSON.parse(decided_on) as DecidedOn, present, decision);
  return changes === undefined ? null : JSON.stringify(changes);
}
