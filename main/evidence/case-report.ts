import type { CaseDetails } from '../../preload/contract/cases.ts';
import type { CaseReport } from '../../preload/contract/evidence.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import { decisionLabels, findingText, verdictTerm } from '../../preload/wording/cases.ts';
import { failuresFirst } from '../../preload/wording/failures-first.ts';
import { fieldPathLabel } from '../../preload/wording/field-paths.ts';
import { headline } from '../../preload/wording/headline.ts';
import { historyText } from '../../preload/wording/history.ts';
import { isImpersonalValue } from '../../preload/wording/impersonal-values.ts';
import { maskShape } from '../../preload/wording/mask-shape.ts';
import { MemberNames, undocumentedMember } from '../../preload/wording/member-names.ts';
import { productTerm } from '../../preload/wording/products.ts';
import { checkNameTerm, checkResultTerm } from '../../preload/wording/results.ts';
import { productStatusTerm } from '../../preload/wording/statuses.ts';
import { assess } from '../../preload/wording/verdict.ts';
import { isoTime } from '../iso-time.ts';
import type { Reading } from '../service/port.ts';
import { type ChosenMedium, chosenTitle } from './chosen-media.ts';

/** The most values of a record that are listed in the JSON; a record has some dozens. */
const maxRecord = 20_000;
const userPath = 'result.identity.user';

export interface ReportDetails {
  reading: Reading<Conversation>;
  /** What this console keeps about the case; undefined where it keeps nothing. */
  details: CaseDetails | undefined;
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

/** A case as a person would hand it on: verdict, findings, record, checks, sources, decision, notes and history. */
export function caseReportOf(facts: ReportDetails): CaseReport {
  const { reading, details, media, unmasked, now } = facts;
  const { value: conversation, notes } = reading;
  const today = isoTime(now).slice(0, 10);
  const sources = details?.databaseSources;
  const { verdict, findings } = assess(conversation, {
    notes,
    sources,
    today,
    mismatches: details?.fileMismatches,
  });
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
    verdict: verdictTerm(verdict).label,
    summary: headline(conversation, notes, sources),
    isMasked: !unmasked,
    findings: findings.map((finding) => ({
      text: findingText(finding),
      code: finding.code,
      ...omitUndefined({ product: finding.product && productTerm(finding.product).label }),
    })),
    ...recordOf(conversation, unmasked),
    checks: checksOf(conversation),
    sources: (conversation.info ?? []).map(({ country, method }) => ({
      country: String(country ?? ''),
      method: String(method ?? ''),
    })),
    ...decisionOf(details),
    notes: (details?.notes ?? []).map(({ at, actor, text }) => ({ at: isoTime(at), actor, text })),
    history: (details?.history ?? []).map((entry) => {
      const { label, text } = historyText(entry, []);
      return {
        at: isoTime(entry.at),
        actor: entry.actor,
        text: text === undefined ? label : `${label}: ${text}`,
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

function decisionOf(details: CaseDetails | undefined): Pick<CaseReport, 'decision'> {
  const decision = details?.row.decision;
  return decision
    ? { decision: { kind: decisionLabels[decision.kind], ...omitUndefined({ comment: details?.comment }) } }
    : {};
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
        const shown = number === undefined ? name : `(undocumented ${number})`;
        walk(member, isList ? `${path}[${name}]` : `${path}.${shown}`, isList ? undocumented : number);
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
  return Object.entries(result ?? {}).flatMap(([name, given]) => {
    const product = given as { status?: string; checks?: { name?: string; result?: string }[] } | undefined;
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
