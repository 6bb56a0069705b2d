import type { ExamDiagnosis, ExaminedRule } from '../../../preload/contract/examine.ts';

/** One fault that many rules show. `shows`: the rules that failed, or could not be judged, because of it. */
interface Fault extends Omit<ExamDiagnosis, 'rules'> {
  shows(rules: readonly ExaminedRule[]): ExaminedRule[];
}

const failedIn = (rules: readonly ExaminedRule[], ...groups: string[]) =>
  rules.filter(({ verdict, group }) => verdict === 'failed' && groups.includes(group));
/** The rules that a receiver leaves open which refuses an ordinary message for a reason that its answer gave. */
const allAfter = (rules: readonly ExaminedRule[], reason: string) =>
  rules.some(({ verdict, reason: ruleReason }) => verdict === 'failed' && ruleReason.includes(reason))
    ? rules.filter(({ verdict }) => verdict !== 'passed')
    : [];
/** Those of at least so many rules; fewer can have reasons of their own. */
const atLeast = (count: number, rules: ExaminedRule[]) => (rules.length < count ? [] : rules);

/** The phrases by which a rule that failed names its cause; the diagnosis searches for them. */
export const namedCauses = {
  rewrites: 'it parses the JSON and writes it again before the check',
  key: 'the signing keys may differ',
} as const;

const readRaw =
  'Check the signature over the bytes of the body as they arrived, and parse the JSON afterwards. “assay verify --recipe NAME” shows how.';

/** Ordered: the first that fits is the diagnosis. */
const faults: readonly Fault[] = [
  {
    code: 'keys-differ',
    headline: 'The receiver probably has another signing key',
    fix: 'Compare the receiver’s signing key with the one chosen here, and look for spaces or a line end around it.',
    shows: (rules) => allAfter(rules, namedCauses.key),
  },
  {
    code: 'writes-json-again',
    headline: 'The receiver writes the JSON again before it checks the signature',
    fix: readRaw,
    shows: (rules) => allAfter(rules, namedCauses.rewrites),
  },
  {
    code: 'changes-body',
    headline: 'The receiver changes the body before it checks the signature',
    fix: readRaw,
    shows: (rules) => atLeast(2, failedIn(rules, 'Body byte for byte')),
  },
  {
    code: 'checks-no-signature',
    headline: 'The receiver accepts messages without checking who signed them',
    fix: 'Compute the signature of each message and reject with 401 what does not match.',
    shows: (rules) => atLeast(8, failedIn(rules, 'Signature')),
  },
  {
    code: 'checks-no-time',
    headline: 'The receiver does not check how old a message is',
    fix: 'Reject messages whose X-Signature-Timestamp is missing, unreadable or more than five minutes from now.',
    shows: (rules) => atLeast(2, failedIn(rules, 'Time')),
  },
];

/** Returns the one reason for which many rules failed; undefined where there is none. */
export function diagnosisOf(rules: readonly ExaminedRule[]): ExamDiagnosis | undefined {
  for (const { shows, ...fault } of faults) {
    const text = shows(rules);
    if (text.length > 1) {
      return { ...fault, rules: text.map(({ id }) => id) };
    }
  }
  return undefined;
}
