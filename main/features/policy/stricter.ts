import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';

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
    ownEnvironments: file.ownEnvironments.filter((kind) => team.ownEnvironments.includes(kind)),
    readOnly: file.readOnly || team.readOnly,
    showPersonalData: file.showPersonalData && team.showPersonalData,
    export: file.export && team.export,
    delete: file.delete && team.delete,
    maskAfterMinutes: Math.min(file.maskAfterMinutes, team.maskAfterMinutes),
    integration: file.integration && team.integration,
    updates: file.updates && team.updates,
    figuresAboutPeople: file.figuresAboutPeople && team.figuresAboutPeople,
    secondReview: [...file.secondReview, ...team.secondReview],
    testCases: [...file.testCases, ...team.testCases],
    approval: [...file.approval, ...team.approval],
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
