import type { z } from 'zod';
import { environmentKind } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import {
  type PolicyInForce,
  type PolicyKey,
  type PolicyProblem,
  policyEnvironment,
  policyKeys,
  policyPrefix,
} from '../../../preload/contract/policy.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { syntaxProblem } from '../../common/json-syntax.ts';
import { valueProblem } from '../../common/value-problem.ts';
import { type JsonLines, linesOf } from './json-lines.ts';
import { ruledValues } from './stricter.ts';

/** The most problems that are named. */
const maxProblems = 50;

/** Returns what is in force while the file as a whole cannot be used: nothing but the sandbox. */
export function unusablePolicy(file: string, problem: string): PolicyInForce {
  return {
    company: '',
    file,
    problems: [{ message: `It cannot be used: ${problem}.` }],
    isBlocked: true,
    environments: [],
    retention: 'unchanged',
    due: 'unchanged',
    ...ruledValues((_key, { wrong }) => wrong),
  };
}

/**
 * Reads the text of a policy. A key that is wrong takes its strictest value. A key that this version does not know may be any of
 * the missing ones, which then take their strictest value too.
 */
export function readPolicy(text: string, file: string): PolicyInForce {
  const json = attempt((): unknown => JSON.parse(text));
  if (json === undefined) {
    return unusablePolicy(file, syntaxProblem(text));
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return unusablePolicy(file, 'it must be a group of keys in braces');
  }
  const members = json as Record<string, unknown>;
  const jsonLines = linesOf(text);
  if (jsonLines === undefined) {
    return unusablePolicy(file, 'it has more groups in groups than a policy has');
  }
  const problems: PolicyProblem[] = [];
  const values: { [K in PolicyKey]?: z.output<(typeof policyKeys)[K]> } = {};
  const wrongKeys = new Set<string>();
  const add = (path: string, message: string) => {
    wrongKeys.add(path.split('.')[0] ?? path);
    problems.push({ line: lineOf(jsonLines, path), key: path, message });
  };
  for (const path of jsonLines.repeated) {
    add(path, 'It is given twice');
  }
  for (const [key, schema] of Object.entries(policyKeys)) {
    const result = schema.safeParse(members[key], { error: valueProblem });
    if (result.success) {
      Object.assign(values, { [key]: result.data });
    } else {
      for (const { path, message } of result.error.issues) {
        add([key, ...path].join('.'), message);
      }
    }
  }
  if (wrongKeys.has('version')) {
    return {
      ...unusablePolicy(file, 'its version is not one that this version of Assay knows'),
      problems: firstOf(problems),
    };
  }
  const environments = environmentsIn(members.environments, add);
  values.secondReview &&= rulesFor(environments, 'secondReview', values.secondReview, add);
  values.testCases &&= rulesFor(environments, 'testCases', values.testCases, add);
  values.approval &&= rulesFor(environments, 'approval', values.approval, add);
  const unknownKeys = Object.keys(members).filter((key) => !Object.hasOwn(policyKeys, key));
  for (const key of unknownKeys) {
    add(key, 'This version of Assay does not know this key');
  }
  const { contact, certificateAuthorities, proxy } = values;
  const retention = wrongKeys.has('retention') ? ('unchanged' as const) : values.retention;
  const due = wrongKeys.has('due') ? ('unchanged' as const) : values.due;
  return {
    company: values.company ?? '',
    file,
    environments,
    problems: firstOf(problems.sort((one, other) => (one.line ?? 0) - (other.line ?? 0))),
    isBlocked: wrongKeys.has('proxy') || wrongKeys.has('certificateAuthorities'),
    ...ruledValues((key, { missing, wrong }) =>
      wrongKeys.has(key) || (unknownKeys.length > 0 && members[key] === undefined)
        ? wrong
        : (values[key] ?? missing),
    ),
    // An environment that is wrong must not be added by a user as another kind.
    ...(wrongKeys.has('environments') && { ownEnvironments: [] }),
    ...omitUndefined({ contact, certificateAuthorities, proxy, retention, due }),
  };
}

/** Reads the text of a policy that an admin of the team signed. */
export function readTeamPolicy(text: string): PolicyInForce {
  return readPolicy(text, 'The policy of the team');
}

/** Returns the environments that are right, each id once. */
function environmentsIn(
  list: unknown,
  add: (path: string, message: string) => void,
): PolicyInForce['environments'] {
  const environments = new Map<string, PolicyInForce['environments'][number]>();
  for (const [index, one] of (Array.isArray(list) ? list : []).entries()) {
    const read = policyEnvironment.safeParse(one);
    if (!read.success) {
      continue;
    }
    const id = policyPrefix + read.data.id;
    if (environments.has(id)) {
      add(`environments.${index}.id`, 'Another environment has this id');
    } else {
      environments.set(id, { id, settings: read.data.settings });
    }
  }
  return [...environments.values()];
}

/** Returns rules with the ids that environments have in the console. */
function rulesFor<Rule extends { environments?: string[] | undefined }>(
  environments: PolicyInForce['environments'],
  key: PolicyKey,
  rules: readonly Rule[],
  add: (path: string, message: string) => void,
): Rule[] {
  return rules.map((rule, index) => ({
    ...rule,
    environments: rule.environments?.flatMap((name, at) => {
      const isKind = environmentKind.options.some((kind) => kind === name);
      const isId = environments.some(({ id }) => id === policyPrefix + name);
      if (!isKind && !isId) {
        // A rule that is for none would ask for nothing.
        add(`${key}.${index}.environments.${at}`, 'No environment of this policy has this id');
      }
      return [...(isKind ? [name] : []), ...(isId ? [policyPrefix + name] : [])];
    }),
  }));
}

/** Returns as many problems as anybody reads, and how many more there are. */
function firstOf(problems: readonly PolicyProblem[]): PolicyProblem[] {
  const more = problems.length - maxProblems;
  return [
    ...problems.slice(0, maxProblems),
    ...(more > 0 ? [{ message: `And ${more.toLocaleString('en')} more` }] : []),
  ];
}

/** Returns the line of a path, or of what contains it. */
function lineOf({ lines }: JsonLines, path: string): number {
  return (
    lines.get(path) ??
    (path.includes('.') ? lineOf({ lines, repeated: [] }, path.slice(0, path.lastIndexOf('.'))) : 1)
  );
}
