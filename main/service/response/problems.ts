import type { z } from 'zod';

/** A position in a response that the schema rejects. */
export interface Problem {
  path: PropertyKey[];
  expected: string;
}

const names: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Returns the issues of a schema as positions with plain texts. */
export function problems(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue) => (issue.code === 'invalid_union' ? inUnion(issue) : [one(issue)]));
}

function one(issue: z.core.$ZodIssue): Problem {
  return { path: issue.path, expected: expectation(issue) };
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return names[issue.expected] ?? issue.expected;
  }
  if (issue.code === 'too_small') {
    return `${issue.minimum} or more`;
  }
  if (issue.code === 'too_big') {
    return `${issue.maximum} or less`;
  }
  return 'another value';
}

/** Finds the problem in a union: where one alternative fits except for something inside it, that is the problem, not the whole. */
function inUnion(issue: z.core.$ZodIssueInvalidUnion): Problem[] {
  const fitting = issue.errors.find((errors) => errors.length > 0 && errors.every((e) => e.path.length > 0));
  if (fitting) {
    return problems(fitting).map((problem) => ({ ...problem, path: [...issue.path, ...problem.path] }));
  }
  const forms = new Set(
    issue.errors.flatMap((errors) => errors.filter((e) => e.path.length === 0).map(expectation)),
  );
  return [{ path: issue.path, expected: [...forms].join(' or ') || 'another value' }];
}
