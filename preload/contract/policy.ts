import { z } from 'zod';
import { retentionPeriods } from './case-settings.ts';
import { dueRule } from './due.ts';
import { enteredSettings, environmentKind, environmentSettings } from './environments.ts';
import { operation } from './operation.ts';

/** An environment that the company sets up: its users enter credentials and can change nothing else. */
export const policyEnvironment = z.strictObject({
  /** Names it for as long as the policy has it; its cases and credentials belong to this id. */
  id: z.string().regex(/^[a-z0-9-]{1,50}$/, 'Use small letters, digits and hyphens, at most 50'),
  settings: enteredSettings,
});

/** The prefix of the ids of environments that a policy sets up: no environment of a user has one. */
export const policyPrefix = 'policy-';

/** Ids of environments of the policy, and kinds. All environments where it is missing. */
const ruledEnvironments = z.array(z.string().min(1).max(50)).min(1, 'Name at least one').max(100).optional();

/** A share of decisions that a second person reviews. If a decision meets several rules, the largest share counts. */
export const secondReviewRule = z.strictObject({
  environments: ruledEnvironments,
  /** Both without it. */
  decision: z.enum(['approve', 'reject']).optional(),
  /** The weight of a finding that the case must have at least. */
  findingsFrom: z.number().int().min(1, 'At least 1').max(100, 'At most 100').optional(),
  percent: z.number().gt(0, 'More than 0').max(100, 'At most 100'),
});
export type SecondReviewRule = z.infer<typeof secondReviewRule>;

/** The share of a queue that are test cases. If an environment has several rules, the largest counts. */
export const testCaseRule = secondReviewRule.pick({ environments: true }).extend({
  percent: z.number().gt(0, 'More than 0').max(50, 'At most 50'),
});
export type TestCaseRule = z.infer<typeof testCaseRule>;

/**
 * The acts that a second person can be asked to approve: acts at the service; `export`: saving data of cases; `approve`: approving a case in spite of a
 * finding.
 */
export const approvedAction = z.enum(['delete', 'expire', 'export', 'approve']);

/** The acts that a second person must approve, and the environments. */
export const approvalRule = z
  .strictObject({
    environments: ruledEnvironments,
    actions: z.array(approvedAction).optional(),
    /** Anything for more than so many conversations at once. */
    moreThan: z.number().int().min(1, 'At least 1').max(100_000, 'At most 100,000').optional(),
    /** For `approve`: the weight of the finding; of one that needs a review without it. */
    findingsFrom: secondReviewRule.shape.findingsFrom,
  })
  .refine(
    ({ actions = [], moreThan }) => actions.length > 0 || moreThan !== undefined,
    'Name actions, or moreThan',
  );
export type ApprovalRule = z.infer<typeof approvalRule>;

/** The keys of a policy, `version` and `company` among them. All others may be missing. */
export const policyKeys = {
  version: z.literal(1, 'Must be 1'),
  /** The name that Settings shows for who sets it. */
  company: z.string().trim().min(1, 'Enter a name').max(80, 'At most 80 characters'),
  /** The place where users can ask about it. */
  contact: z.string().trim().max(200, 'At most 200 characters').optional(),
  environments: z.array(policyEnvironment).max(100).optional(),
  /** The kinds of the environments that users may add. */
  ownEnvironments: z.array(environmentKind).optional(),
  /** True if nothing is created, submitted, expired or deleted in any environment. */
  readOnly: z.boolean().optional(),
  /** The path of a PEM file, in place of the one in the settings of each environment. */
  certificateAuthorities: z.string().min(1, 'Enter a path').max(4096).optional(),
  /** In place of the proxy in the settings of each environment. */
  proxy: environmentSettings.shape.proxy.unwrap().optional(),
  showPersonalData: z.boolean().optional(),
  export: z.boolean().optional(),
  delete: z.boolean().optional(),
  retention: z
    .strictObject(retentionPeriods.shape)
    .refine(
      ({ retentionDays, decisionDays }) =>
        decisionDays === null || (retentionDays !== null && decisionDays >= retentionDays),
      'Decisions are kept at least as long as the data',
    )
    .optional(),
  /** After how long the data of conversations is due for deletion at the service, in every environment. */
  due: dueRule.optional(),
  /** Minutes without use of the window after which personal data is masked. */
  maskAfterMinutes: z.number().int().min(1, 'At least 1').max(10, 'At most 10').optional(),
  integration: z.boolean().optional(),
  updates: z.boolean().optional(),
  /** True if reports may say how many decisions each person made. */
  figuresAboutPeople: z.boolean().optional(),
  secondReview: z.array(secondReviewRule).max(100).optional(),
  testCases: z.array(testCaseRule).max(100).optional(),
  /** The acts that a second person of the team must approve. */
  approval: z.array(approvalRule).max(100).optional(),
};
export type PolicyKey = keyof typeof policyKeys;

/** A fault of a policy. */
export const policyProblem = z.object({
  /** The line of the file, from 1; absent where the file as a whole is wrong. */
  line: z.number().int().optional(),
  key: z.string().optional(),
  message: z.string(),
});
export type PolicyProblem = z.infer<typeof policyProblem>;

/** The policy in force. A key that is wrong has its strictest value. */
export const policyInForce = z.object({
  company: z.string(),
  contact: z.string().optional(),
  /** The path of the file, or the name for the policy of the team. */
  file: z.string(),
  problems: z.array(policyProblem),
  /** True if no environment but the sandbox can be used, because it is not known how they may be connected to. */
  isBlocked: z.boolean(),
  environments: z.array(z.object({ id: z.string(), settings: environmentSettings })),
  ownEnvironments: z.array(environmentKind),
  readOnly: z.boolean(),
  certificateAuthorities: z.string().optional(),
  proxy: environmentSettings.shape.proxy.unwrap().optional(),
  showPersonalData: z.boolean(),
  export: z.boolean(),
  delete: z.boolean(),
  /** `unchanged` where the policy’s own cannot be read: nothing is removed by it, and users cannot change theirs. */
  retention: z.union([z.object(retentionPeriods.shape), z.literal('unchanged')]).optional(),
  /** `unchanged` where the policy’s own cannot be read: users cannot change theirs. */
  due: z.union([dueRule, z.literal('unchanged')]).optional(),
  maskAfterMinutes: z.number(),
  integration: z.boolean(),
  updates: z.boolean(),
  figuresAboutPeople: z.boolean(),
  secondReview: z.array(secondReviewRule),
  testCases: z.array(testCaseRule),
  /** With the ids that the environments of the policy have in the console. */
  approval: z.array(approvalRule),
});
export type PolicyInForce = z.infer<typeof policyInForce>;

/** The longest text of a policy, in bytes. */
export const maxPolicyText = 256 * 1024;
/** The same for one that is signed for a team: it is one entry of the log. */
export const maxTeamPolicyText = 100_000;

/** A policy that counts here: that of the file or, with who signed it and when, that of the team. */
const policyOrigin = z.object({
  policy: policyInForce,
  signed: z.object({ by: z.string(), at: z.number() }).optional(),
});
export type PolicyOrigin = z.infer<typeof policyOrigin>;

/** How many of the last decisions, or deletions, need a second person: under the policy in force, and under the one that is tried. */
const effect = z.object({ total: z.number().int(), inForce: z.number(), tried: z.number() });
export type PolicyEffect = z.infer<typeof effect>;

export const policyOperations = {
  /** Returns the policy of the company: the stricter of the file and the team; nothing where there is neither. */
  'policy.view': operation({
    input: z.object({}),
    output: z.object({ policy: policyInForce.optional(), origins: z.array(policyOrigin).optional() }),
  }),
  /**
   * Signs the text of a policy for the team, on whose consoles it counts from then on; without a text there is none any more.
   * @throws invalid-input where it has an error, limit-exceeded, team-not-allowed, team-unreachable: nothing was signed
   */
  'policy.sign': operation({
    roles: ['admin'],
    input: z.object({ text: z.string().max(maxPolicyText).optional() }),
    output: z.object({}),
  }),
  /** Reads the text of a policy as if it were in force, in a team beside that of the computer, and says what it would change for what was done in this console. Nothing is changed. */
  'policy.try': operation({
    input: z.object({ text: z.string().max(maxPolicyText) }),
    output: z.object({
      policy: policyInForce,
      /** The number of the last 1,000 approvals and rejections that a second person would review: of drawn ones the expected number. */
      decisions: effect,
      /** The number of the last 500 deletions that are over that a second person would approve. */
      deletions: effect,
    }),
  }),
};
