import type { OwnReason } from '../../../../preload/contract/case-settings.ts';
import type { CaseDetails, CaseRow, SeenBefore } from '../../../../preload/contract/cases.ts';
import type { CaseReport } from '../../../../preload/contract/evidence.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { OwnCheckChoices, Plausibility } from '../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { localDay } from '../../../../preload/shared/calendar.ts';
import { withAttachment } from '../../../../preload/wording/attachments.ts';
import { assessmentTerm, stateTerm } from '../../../../preload/wording/case-terms.ts';
import {
  caseStateLabels,
  decisionLabels,
  findingOrigin,
  findingText,
  identifierNames,
  sinceDecidedText,
} from '../../../../preload/wording/cases.ts';
import { mrzFindings, withOwnWeights } from '../../../../preload/wording/console-findings.ts';
import { reasonLabel } from '../../../../preload/wording/decisions.ts';
import { failuresFirst } from '../../../../preload/wording/failures-first.ts';
import { type CompanyReasons, historyText, unknownText } from '../../../../preload/wording/history.ts';
import { maskShape } from '../../../../preload/wording/mask-shape.ts';
import { MemberNames, undocumentedMember } from '../../../../preload/wording/member-names.ts';
import { birthDateOf, nameOf } from '../../../../preload/wording/person.ts';
import { plausibilityText } from '../../../../preload/wording/plausibility.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { fieldPathLabel, isImpersonalValue } from '../../../../preload/wording/record.ts';
import { checkNameTerm, checkResultTerm } from '../../../../preload/wording/results.ts';
import { findingLines, settlementText } from '../../../../preload/wording/settlements.ts';
import { productStatusTerm } from '../../../../preload/wording/statuses.ts';
import { listed } from '../../../../preload/wording/terms.ts';
import { assess } from '../../../../preload/wording/verdict.ts';
import { waitingReasonLabel } from '../../../../preload/wording/waiting.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { Reading } from '../../../service/port.ts';
import { type ChosenMedium, chosenTitle } from './chosen-media.ts';

/** The most values of a record that are listed in the JSON; a record has some dozens. */
const maxRecord = 20_000;
const userPath = 'result.identity.user';

export interface ReportDetails {
  reading: Reading<Conversation>;
  /** The data this console keeps about the case; undefined where it keeps none. */
  details: CaseDetails | undefined;
  /** The findings of the console's own checks in the record. */
  plausibility: Plausibility;
  company: CompanyReasons & { ownChecks?: OwnCheckChoices | undefined };
  media: readonly ChosenMedium[];
  pictures: Pick<CaseReport, 'pictures' | 'withoutPicture'>;
  unmasked: boolean;
  environment: CaseReport['environment'];
  conversationId: string;
  /** Milliseconds since the epoch. */
  now: number;
  actor: string;
  program: string;
}

/** Returns a case as a report: decision, verdict, findings, record, checks, sources, notes and history. */
export function caseReportOf(facts: ReportDetails): CaseReport {
  const { reading, details, media, plausibility, company, unmasked, now } = facts;
  const { value: conversation, notes } = reading;
  const today = isoTime(now).slice(0, 10);
  const sources = details?.databaseSources;
  const ownChecks = withOwnWeights(
    [...plausibility.findings, ...mrzFindings(details?.mrz)],
    company.ownChecks,
  );
  const { verdict, findings } = assess(conversation, {
    notes,
    sources,
    today,
    mismatches: details?.fileMismatches,
    checks: ownChecks,
    seenBefore: details?.findings.filter(({ kind }) => kind === 'seen-before'),
  });
  const decision = decisionOf(details, company.reasons);
  const { userKey } = conversation;
  const lines = findingLines(findings, details?.settlements);
  const assessment = assessmentTerm({ verdict, findings: lines.map(({ finding }) => finding) }).text;
  const state =
    details &&
    (details.row.waiting ? stateOf(details.row, company) : (stateTerm(details.row)?.label ?? 'Not decided'));
  const person = personOf(conversation, unmasked);

  return {
    format: 'assay-case-report',
    version: 1,
    createdAt: isoTime(now),
    createdBy: facts.actor,
    program: facts.program,
    environment: facts.environment,
    conversationId: facts.conversationId,
    receivedAt: notes.receivedAt,
    ...omitUndefined({ requestId: notes.requestId }),
    heading: headingOf(decision, assessment),
    verdict: assessment,
    ...omitUndefined({ person, state }),
    ...(userKey ? { userKey } : {}),
    isMasked: !unmasked,
    findings: lines.map(({ finding, count, settlement }) => ({
      text: count === 1 ? findingText(finding) : `${findingText(finding)} ×${count}`,
      code: finding.code,
      product: findingOrigin(finding),
      ...(settlement && { settled: settlementText(settlement) }),
    })),
    ...recordOf(conversation, unmasked),
    checks: checksOf(conversation),
    sources: (conversation.info ?? []).map(({ country, method }) => ({
      country: String(country ?? ''),
      method: String(method ?? ''),
    })),
    ownChecks: ownChecks.map((finding) => {
      const { title, sentence, severity } = plausibilityText(finding);
      return { text: title, severity: severity.label, meaning: sentence };
    }),
    seenBefore: (details?.seenBefore ?? []).map((other) => ({
      conversationId: other.conversationId,
      text: seenBeforeText(other),
    })),
    ...omitUndefined({ decision }),
    notes: (details?.notes ?? []).map(({ at, actor, text, file }) => ({
      at: isoTime(at),
      actor,
      text: withAttachment(text, file),
    })),
    history: (details?.history ?? []).map((entry) => {
      const { label, text: entryText } = historyText(entry, company);
      // The report has the notes themselves above.
      const text = details?.notes.some(({ id }) => entry.kind === 'noted' && id === entry.seq)
        ? undefined
        : entryText;
      return {
        at: isoTime(entry.at),
        actor: entry.actor,
        text: [label, text, unknownText(entry, details?.history ?? [])].filter(Boolean).join(': '),
      };
    }),
    files: media.map((item) => ({
      id: item.id,
      title: chosenTitle(item),
      contentType: item.contentType ?? '',
    })),
    pictures: facts.pictures.pictures,
    withoutPicture: facts.pictures.withoutPicture,
  };
}

function personOf(conversation: Conversation, unmasked: boolean): string | undefined {
  const texts = [nameOf(conversation), birthDateOf(conversation)].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.map((text) => (unmasked ? text : maskShape(text))).join(', ');
}

function decisionOf(details: CaseDetails | undefined, reasons: readonly OwnReason[]): CaseReport['decision'] {
  const decision = details?.row.decision;
  if (details === undefined || decision === undefined) {
    return undefined;
  }
  const { kind, reason, at } = decision;
  const { sinceDecided, reviewer } = details.row;
  return {
    kind: decisionLabels[kind],
    at: isoTime(at),
    ...omitUndefined({
      reviewer,
      reason: reason === undefined ? undefined : reasonLabel(kind, reason, reasons),
      comment: details.comment,
      changedSince: sinceDecided && sinceDecidedText(sinceDecided),
    }),
  };
}

function stateOf({ state, waiting, followUp }: CaseRow, { waitingReasons }: CompanyReasons): string {
  const reason = waiting?.reason;
  return [
    reason === undefined
      ? caseStateLabels[state]
      : `Waiting for the user: ${waitingReasonLabel(reason, waitingReasons)}`,
    ...(followUp ? [`follow-up on ${followUp.on}: ${followUp.reason}`] : []),
  ].join('; ');
}

/** Returns the decision, not the verdict: a report headed “No issues” must not be about a case that was rejected. */
function headingOf(decision: CaseReport['decision'], verdict: string): string {
  if (decision === undefined) {
    return `${verdict}; not decided`;
  }
  return decision.changedSince === undefined ? decision.kind : `${decision.kind}; changed since`;
}

function seenBeforeText({ by, otherUser, verdict, decision, reviewer }: SeenBefore): string {
  const who = reviewer && decision ? ` by ${reviewer} on ${localDay(decision.at)}` : '';
  const same = `${otherUser ? 'another user, same' : 'same'} ${listed(by.map((kind) => identifierNames[kind]))}`;
  return `${decision ? `${decisionLabels[decision.kind]}${who}` : `Not decided, ${assessmentTerm({ verdict }).label}`}; ${same}`;
}

function recordOf(
  conversation: Conversation,
  unmasked: boolean,
): Pick<CaseReport, 'record' | 'recordLeftOut'> {
  const record: CaseReport['record'] = [];
  let recordLeftOut = 0;
  const names = new MemberNames();
  const walk = (value: unknown, path: string, undocumented: number | undefined): void => {
    if (value === null || value === undefined || value === '') {
      return;
    }
    if (typeof value === 'object') {
      const isList = Array.isArray(value);
      for (const [name, member] of Object.entries(value)) {
        const number = isList || unmasked ? undefined : names.numberOf(name);
        const label = number === undefined ? name : `(undocumented ${number})`;
        walk(member, isList ? `${path}[${name}]` : `${path}.${label}`, isList ? undocumented : number);
      }
      return;
    }
    if (record.length >= maxRecord) {
      recordLeftOut += 1;
      return;
    }
    const text = String(value);
    const isMasked = !unmasked && !isImpersonalValue(path, text);
    const label = undocumented === undefined ? fieldPathLabel(path) : undocumentedMember(undocumented);
    record.push({ path, label, value: isMasked ? maskShape(text) : text, isMasked });
  };
  walk(conversation.result?.identity?.user, userPath, undefined);
  return { record, recordLeftOut };
}

function checksOf({ result }: Conversation): CaseReport['checks'] {
  return Object.entries(result ?? {}).flatMap(([name, value]) => {
    const product = value as { status?: string; checks?: { name?: string; result?: string }[] } | undefined;
    const row = { product: productTerm(name).label, status: productStatusTerm(name, product?.status).label };
    const checks = Array.isArray(product?.checks) ? product.checks : [];
    return checks.length === 0
      ? [row]
      : failuresFirst(checks, ({ result: given }) => checkResultTerm(given).tone).map(({ entry: check }) => ({
          ...row,
          name: checkNameTerm(check.name).label,
          ...omitUndefined({ code: check.name }),
          result: checkResultTerm(check.result).label,
        }));
  });
}
