import type { Rule } from './rule.ts';
import { loadRules } from './rules/load.ts';
import { rawBodyRules } from './rules/raw-body.ts';
import { rejectionRules } from './rules/rejections.ts';
import { repeatRules } from './rules/repeats.ts';
import { timingRules } from './rules/timing.ts';
import { toleranceRules } from './rules/tolerance.ts';
import { validRules } from './rules/valid.ts';

/**
 * Every rule for receivers, in the order in which they are examined: valid messages first, since a receiver that accepts nothing shows
 * nothing by its rejections; the speed last, since it looks at all answers.
 */
export const rules: readonly Rule[] = [
  ...validRules,
  ...toleranceRules,
  ...repeatRules,
  ...loadRules,
  ...rejectionRules,
  ...rawBodyRules,
  ...timingRules,
];
