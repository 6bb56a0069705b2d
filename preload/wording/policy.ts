import { environmentKind } from '../contract/environments.ts';
import type {
  ApprovalRule,
  PolicyEffect,
  PolicyInForce,
  PolicyOrigin,
  PolicyProblem,
  SecondReviewRule,
} from '../contract/policy.ts';
import { dueRuleScope, dueRuleText } from './due.ts';
import { environmentKindLabels } from './environment-kinds.ts';
import { counted, listed } from './terms.ts';

export const setByPolicyLabel = 'Set by your company’s policy';

/** Returns an error of a policy with its place, such as `Line 4, “delete”: Must be true or false, but is text.` */
export function policyProblemText({ line, key, message }: PolicyProblem): string {
  const place = [line === undefined ? undefined : `Line ${line}`, key === undefined ? undefined : `“${key}”`]
    .filter((part) => part !== undefined)
    .join(', ');
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return place === '' ? sentence : `${place}: ${sentence}`;
}

/** Returns what follows from the errors of a policy. */
export function policyErrorText({ policy: { isBlocked }, signed }: PolicyOrigin): string {
  const until = signed ? 'an admin of the team signs another one' : 'your administrator fixes it';
  return isBlocked
    ? `Until ${until}, only the sandbox can be used.`
    : `Until ${until}, its strictest reading counts.`;
}

/** Returns all errors of a policy, and what follows from them. */
export function policyProblems(origin: PolicyOrigin): string {
  const { file, problems } = origin.policy;
  return [`${file}.`, ...problems.map(policyProblemText), policyErrorText(origin)].join(' ');
}

/** Returns a rule of second reviews, such as `10 % of approvals in Acme live`. */
function secondReviewText(
  { environments, decision, findingsFrom, percent }: SecondReviewRule,
  policy: PolicyInForce,
): string {
  const decisions = { approve: 'approvals', reject: 'rejections', both: 'approvals and rejections' };
  return [
    `${percent} % of ${decisions[decision ?? 'both']}`,
    ...(findingsFrom === undefined ? [] : [`with a finding of weight ${findingsFrom} or more`]),
    ...placesOf(environments, policy),
  ].join(' ');
}

const actionTexts: Readonly<Record<NonNullable<ApprovalRule['actions']>[number], string>> = {
  delete: 'deleting',
  expire: 'expiring',
  export: 'saving data of cases',
  approve: 'approving with a finding that needs a review',
};

/** Returns what a second person must approve, such as “deleting and more than 10 at once in Acme live”. */
function approvalText(
  { actions = [], moreThan, findingsFrom, environments }: ApprovalRule,
  policy: PolicyInForce,
): string {
  const what = [
    ...actions.map((action) =>
      action === 'approve' && findingsFrom !== undefined
        ? `approving with a finding of weight ${findingsFrom} or more`
        : actionTexts[action],
    ),
    ...(moreThan === undefined ? [] : [`more than ${moreThan.toLocaleString('en')} at once`]),
  ];
  return [listed(what), ...placesOf(environments, policy)].join(' ');
}

/** Returns where a rule applies, such as “in Acme live”; nothing where it applies everywhere. */
function placesOf(environments: readonly string[] | undefined, policy: PolicyInForce): string[] {
  const names = environments?.map((one) => {
    const kind = environmentKind.options.find((each) => each === one);
    return kind === undefined
      ? (policy.environments.find(({ id }) => id === one)?.settings.name ?? one)
      : environmentKindLabels[kind].toLowerCase();
  });
  return names === undefined ? [] : [`in ${listed(names)}`];
}

const days = (number: number | null) => (number === null ? 'without end' : counted(number, 'day'));

/** Returns what a policy sets, as names and values. Settings left to the users are not named. */
export function policyLines(policy: PolicyInForce): { name: string; value: string }[] {
  const { environments, ownEnvironments, proxy, certificateAuthorities, retention, due } = policy;
  const kinds = ownEnvironments.map((kind) => environmentKindLabels[kind].toLowerCase());
  const lines: [name: string, value: string | false | undefined][] = [
    ['Environments', environments.length > 0 && environments.map(({ settings }) => settings.name).join(', ')],
    ['Own environments', kinds.length === 0 ? 'none' : kinds.length < 3 && `only ${kinds.join(' and ')}`],
    ['Read-only', policy.readOnly && 'all environments'],
    ['Certificate authorities', certificateAuthorities],
    ['Proxy', proxy && (proxy.mode === 'own' ? proxy.url : proxy.mode === 'none' ? 'none' : 'the system’s')],
    ['Personal data', !policy.showPersonalData && 'stays masked'],
    [
      'Personal data is masked',
      policy.maskAfterMinutes < 10 && `after ${counted(policy.maskAfterMinutes, 'minute')} without use`,
    ],
    ['Saving data of cases', !policy.export && 'off'],
    ['Expiring and deleting', !policy.delete && 'off'],
    ['Approved by a second person', policy.approval.map((rule) => approvalText(rule, policy)).join('; ')],
    [
      'Cases are kept',
      retention === 'unchanged'
        ? 'as before; it cannot be changed'
        : retention && `data ${days(retention.retentionDays)}, decisions ${days(retention.decisionDays)}`,
    ],
    [
      'Due for deletion',
      due === 'unchanged'
        ? 'as before; it cannot be changed'
        : due && `${dueRuleText(due)}: ${dueRuleScope(due)}`,
    ],
    ['Integration', !policy.integration && 'off'],
    ['Updates', !policy.updates && 'off: your company installs them'],
    [
      'Test cases',
      policy.testCases
        .map(({ percent, environments }) =>
          [`${percent} % of a queue`, ...placesOf(environments, policy)].join(' '),
        )
        .join('; '),
    ],
    ['Second review in a team', policy.secondReview.map((rule) => secondReviewText(rule, policy)).join('; ')],
    ['Figures about single people', policy.figuresAboutPeople ? 'shown in Reports' : 'hidden in Reports'],
  ];
  return lines.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** Returns what a policy sets, with the policies that set it where it is made of several. */
export function linesByOrigin(policy: PolicyInForce, origins: readonly PolicyOrigin[]) {
  const sets = origins.map(({ policy: one, signed }) => ({
    name: signed === undefined ? 'file' : 'team',
    lines: new Map(policyLines(one).map((line) => [line.name, line.value])),
  }));
  return policyLines(policy).map((line) => {
    const setting = sets.filter(({ lines }) => lines.has(line.name));
    const alone = setting.filter(({ lines }) => lines.get(line.name) === line.value);
    const by = (alone.length > 0 ? alone : setting).map(({ name }) => name);
    return { ...line, ...(origins.length > 1 && { by: `set by the ${listed(by)}` }) };
  });
}

/** Returns what another policy would set otherwise. */
export function changedPolicyLines(
  before: PolicyInForce | undefined,
  after: PolicyInForce,
): { name: string; before: string; after: string }[] {
  const [former, next] = [before, after].map(
    (one) => new Map(one === undefined ? [] : policyLines(one).map(({ name, value }) => [name, value])),
  ) as [Map<string, string>, Map<string, string>];
  return [...new Set([...former.keys(), ...next.keys()])].flatMap((name) => {
    const was = former.get(name) ?? '—';
    const is = next.get(name) ?? '—';
    return was === is ? [] : [{ name, before: was, after: is }];
  });
}

const effects = {
  decisions: 'would be reviewed by a second person',
  deletions: 'would need the approval of a second person',
} as const;

/** Returns what a policy would change, such as “Of the last 812 decisions, 118 would be reviewed by a second person: 37 more than now.” */
export function policyEffectText(of: keyof typeof effects, { total, inForce, tried }: PolicyEffect): string {
  if (total === 0) {
    return `There are no ${of} yet to try it on.`;
  }
  const count = Math.round(tried);
  const more = Math.round(tried) - Math.round(inForce);
  const change =
    more === 0
      ? 'as many as now'
      : `${Math.abs(more).toLocaleString('en')} ${more > 0 ? 'more' : 'fewer'} than now`;
  const last = total === 1 ? `the last of the ${of}` : `the last ${total.toLocaleString('en')} ${of}`;
  return `Of ${last}, ${count.toLocaleString('en')} ${effects[of]}: ${change}.`;
}
