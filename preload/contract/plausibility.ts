import { z } from 'zod';

/** The checks that the console makes itself; `preload/wording/plausibility.ts` has a sentence for each. */
export const plausibilityRules = [
  'national-id-check-digits',
  'national-id-birth-date-impossible',
  'national-id-form',
  'national-id-birth-date',
  'national-id-gender',
  'national-id-name',
  'tax-id-check-digits',
  'document-number-check-digits',
  'document-number-form',
  'document-number-birth-date',
  'account-check-digits',
  'account-form',
  'date-impossible',
  'issue-after-expiry',
  'issue-before-birth',
  'issue-in-future',
  'birth-in-future',
  'birth-too-early',
  'age-too-high',
  'age-too-low',
  'under-eighteen',
  'age-verification-differs',
  'name-differs',
  'name-similar',
  'name-transliterated',
  'middle-initial-differs',
  'mrz-differs',
  'phone-form',
  'phone-country',
] as const;
export type PlausibilityRule = (typeof plausibilityRules)[number];

/** The weights that an environment can give a check instead of its own; `off` for none at all, `note` for one that counts nowhere. */
export const ownCheckWeights = ['off', 'note', 'low', 'high'] as const;
export type OwnCheckWeight = (typeof ownCheckWeights)[number];

/** The checks that do not have their own weight in an environment. */
export const ownCheckChoices = z.partialRecord(z.enum(plausibilityRules), z.enum(ownCheckWeights));
export type OwnCheckChoices = z.infer<typeof ownCheckChoices>;

/** The most findings for one conversation. */
export const maxPlausibilityFindings = 100;

/**
 * An implausibility in the data, found by the console and not by the service. It contains no personal value, so it can be shown while
 * personal data is masked.
 */
export const plausibilityFinding = z.object({
  rule: z.enum(plausibilityRules),
  /** `differs`: two values contradict each other. `invalid`: a value violates its format rules. `note`: informational. */
  severity: z.enum(['differs', 'invalid', 'note']),
  /** The weight that the environment gives the check; absent for its own. */
  weight: z.enum(['note', 'low', 'high']).optional(),
  /** Paths of the values concerned, such as `result.identity.user.person.info.birthDate`, the most relevant one first. */
  fields: z.array(z.string()).min(1),
  /** The kinds of number that were tried, by their keys in `preload/wording/number-schemes.ts`. */
  schemes: z.array(z.string()).optional(),
  /** ISO 3166-1 alpha-2, as the record has them. */
  countries: z.array(z.string()).optional(),
  /** The parts of a date that differ. */
  parts: z.array(z.enum(['year', 'month', 'day'])).optional(),
});
export type PlausibilityFinding = z.infer<typeof plausibilityFinding>;

export const plausibility = z.object({
  findings: z.array(plausibilityFinding).max(maxPlausibilityFindings),
  /** The number of comparisons made; 0 if the console can check nothing in the data. */
  comparisons: z.number().int(),
  /** False if a check could not be completed, or if there were more findings than listed. */
  complete: z.boolean(),
});
export type Plausibility = z.infer<typeof plausibility>;
