import { z } from 'zod';
import { saveProgress, saveResult } from './application.ts';
import { environmentId } from './environments.ts';
import { cancelOnSwitch, operation } from './operation.ts';

/** `cannot-tell`: the answers neither show that the rule is kept nor that it is broken. */
export const examVerdicts = ['passed', 'failed', 'cannot-tell'] as const;
export type ExamVerdict = (typeof examVerdicts)[number];
const verdict = z.enum(examVerdicts);

const header = z.tuple([z.string(), z.string()]);

/** One message of an exam, and its answer. */
const examExchange = z.object({
  /** The particular of the message. */
  label: z.string(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(header),
    bodyBytes: z.number().int(),
    bodySha256: z.string(),
    /** Its beginning. */
    body: z.string(),
    /** Repeats the message while its timestamp is valid; absent for long bodies. */
    curl: z.string().optional(),
  }),
  answer: z.object({
    /** Such as `401`, or why there was none. */
    summary: z.string(),
    status: z.number().int().nullable(),
    accepted: z.boolean(),
    /** To the answer's head, in milliseconds. */
    ms: z.number(),
    headers: z.array(header),
    /** Its beginning. */
    body: z.string(),
  }),
});
export type ExamExchange = z.infer<typeof examExchange>;

/** A rule as it is known before the exam. */
export const examRule = z.object({
  id: z.string(),
  group: z.string(),
  title: z.string(),
  /** The part of the interface that makes the rule. */
  section: z.string(),
  sends: z.string(),
  expects: z.string(),
});
export type ExamRule = z.infer<typeof examRule>;

export const examinedRule = examRule.extend({
  verdict,
  /** A sentence for people. */
  reason: z.string(),
  /** Present unless the rule passed. */
  fix: z.string().optional(),
  exchanges: z.array(examExchange),
});
export type ExaminedRule = z.infer<typeof examinedRule>;

/** One reason for which many rules failed, in words for people who do not program. */
export const examDiagnosis = z.object({
  code: z.enum(['keys-differ', 'writes-json-again', 'changes-body', 'checks-no-signature', 'checks-no-time']),
  headline: z.string(),
  fix: z.string(),
  /** The ids of the rules that show it. */
  rules: z.array(z.string()),
});
export type ExamDiagnosis = z.infer<typeof examDiagnosis>;

/** `incomplete`: no rule failed, but some could not be judged, other than for the noise of a measurement. */
export const examOutcomes = ['passed', 'failed', 'incomplete'] as const;

/** The report of an exam, also as `--json` prints it. Additions keep the version. */
export const examReport = z.object({
  format: z.literal('assay-receiver-exam'),
  formatVersion: z.literal(1),
  url: z.string(),
  /** ISO 8601 */
  startedAt: z.string(),
  durationMs: z.number().int(),
  outcome: z.enum(examOutcomes),
  counts: z.record(verdict, z.number().int()),
  /** Absent where the rules that failed have no reason in common. */
  diagnosis: examDiagnosis.optional(),
  rules: z.array(examinedRule),
});
export type ExamReport = z.infer<typeof examReport>;

export const examRequest = z.object({
  environmentId,
  /** The receiver, with or without the placeholders of interface 2.1. */
  url: z.string().trim().min(1, 'Enter the address of the receiver').max(2048),
  /** The IP address of a receiver that is neither on this computer nor in a private network, confirmed by the user. */
  confirmedIp: z.string().max(64).optional(),
  /** A signing key of the environment. */
  keyId: z.string().max(64),
  /** The longest time for an answer, in seconds. */
  answerWithin: z.number().int().min(1).max(120).default(10),
  /** The largest body that is sent, in KiB. */
  maxBody: z.number().int().min(1).max(8192).default(256),
});

export const examineOperations = {
  /** All rules, in the order in which they are examined. */
  'examine.rules': operation({ input: z.object({}), output: z.object({ rules: z.array(examRule) }) }),
  /**
   * Examines a receiver by every rule of interface 6. One exam at a time. Cancelling ends it with the report of the findings until then.
   * An address that is neither on this computer nor in a private network fails with `invalid-input`, whose details hold the `problem` `public` and the
   * `ip` to confirm. @throws Failure invalid-input, credentials-missing, unreachable, busy
   */
  'examine.run': cancelOnSwitch({
    policy: 'integration',
    input: examRequest,
    output: examReport,
    progress: z.object({
      ruleId: z.string(),
      /** Absent when the rule begins. */
      examined: examinedRule.optional(),
    }),
  }),
  /** Saves the report of the environment's last exam. @throws Failure reading-expired when there is none */
  'examine.save': operation({
    input: z.object({ environmentId, as: z.enum(['html', 'json']) }),
    output: saveResult,
    progress: saveProgress,
  }),
};
