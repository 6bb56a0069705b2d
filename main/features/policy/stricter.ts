import { type EnvironmentKind, environmentKind } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { approvedAction, type PolicyInForce } from '../../../preload/contract/policy.ts';

/** The value of a key that is missing, that of one that is wrong, and the stricter of two. */
interface KeyRule<V> {
  missing: V;
  wrong: V;
  stricter(one: V, other: V): V;
}

const both = (one: boolean, other: boolean) => one && other;
const together = <T>(one: T[], other: T[]): T[] => [...one, ...other];
const permission = { missing: true, wrong: false, stricter: both };

/** The keys of which one of two values is stricter. */
const ruledKeys = {
  ownEnvironments: {
    missing: environmentKind.options,
    wrong: [],
    stricter: (one: EnvironmentKind[], other) => one.filter((kind) => other.includes(kind)),
  },
  readOnly: { missing: false, wrong: true, stricter: (one, other) => one || other },
  showPersonalData: permission,
  export: permission,
  delete: permission,
  maskAfterMinutes: { missing: 10, wrong: 1, stricter: Math.min },
  integration: permission,
  updates: permission,
  figuresAboutPeople: { missing: false, wrong: false, stricter: both },
  secondReview: { missing: [], wrong: [{ percent: 100 }], stricter: together },
  // They protect nothing by themselves.
  testCases: { missing: [], wrong: [], stricter: together },
  approval: { missing: [], wrong: [{ actions: approvedAction.options }], stricter: together },
} satisfies { [K in keyof PolicyInForce]?: KeyRule<PolicyInForce[K]> };
export type RuledKey = keyof typeof ruledKeys;

/** Returns these keys with the value that `choose` chooses of each. */
export function ruledValues(
  choose: (key: RuledKey, rule: KeyRule<unknown>) => unknown,
): Pick<PolicyInForce, RuledKey> {
  const entries = Object.entries(ruledKeys) as [RuledKey, KeyRule<unknown>][];
  // Each value is of the type of its key.
  return Object.fromEntries(entries.map(([key, rule]) => [key, choose(key, rule)])) as ReturnType<
    typeof ruledValues
  >;
}

/**
 * Returns what counts under two policies, that of the file and that of the team: of each key the stricter value. Environments, proxy, certificate
 * authorities, what is due and names have no stricter value: those of the file, where it has them.
 */
export function stricter(file: PolicyInForce, team: PolicyInForce): PolicyInForce {
  const { contact = team.contact, certificateAuthorities = team.certificateAuthorities } = file;
  const proxy = file.proxy ?? team.proxy;
  const due = file.due ?? team.due;
  const retention = shorter(file.retention, team.retention);
  return {
    company: file.company || team.company,
    file: `${file.file}, ${team.file}`,
    problems: [...file.problems, ...team.problems],
    isBlocked: file.isBlocked || team.isBlocked,
    // The team adds none of a kind that the file lets nobody add.
    environments:
      file.environments.length > 0
        ? file.environments
        : team.environments.filter(({ settings }) => file.ownEnvironments.includes(settings.kind)),
    ...ruledValues((key, rule) => rule.stricter(file[key], team[key])),
    ...omitUndefined({ contact, certificateAuthorities, proxy, retention, due }),
  };
}

/** Returns the shorter of two retentions; one that cannot be read changes nothing, since removed data does not come back. */
function shorter(one: PolicyInForce['retention'], other: PolicyInForce['retention']) {
  if (one === undefined || other === undefined || one === 'unchanged' || other === 'unchanged') {
    return [one, other].find((each) => each === 'unchanged') ?? one ?? other;
  }
  const least = (...days: (number | null)[]) => {
    const ends = days.filter((each) => each !== null);
    return ends.length === 0 ? null : Math.min(...ends);
  };
  return {
    retentionDays: least(one.retentionDays, other.retentionDays),
    decisionDays: least(one.decisionDays, other.decisionDays),
  };
}
