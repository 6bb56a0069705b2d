import type { OwnCheckChoices, PlausibilityFinding } from '../../../../preload/contract/plausibility.ts';
import { mrzFindings, withOwnWeights } from '../../../../preload/wording/console-findings.ts';
import type { StoredCase } from './case-table.ts';
import { mrzOf } from './kept-zones.ts';

/** Returns the results of the own checks of the last record, without those of pictures. */
export function keptChecks({ own_checks }: StoredCase): PlausibilityFinding[] {
  return JSON.parse(own_checks ?? '[]') as PlausibilityFinding[];
}

/** Returns all results of the own checks of a case, as an environment weighs them. */
export function weighedChecks(row: StoredCase, choices: OwnCheckChoices | undefined): PlausibilityFinding[] {
  return withOwnWeights([...keptChecks(row), ...mrzFindings(mrzOf(row))], choices);
}

/** Returns whether one of some checks found something in a case. */
export function hasResultOf(row: StoredCase, rules: ReadonlySet<string>): boolean {
  return [...keptChecks(row), ...mrzFindings(mrzOf(row))].some(({ rule }) => rules.has(rule));
}
