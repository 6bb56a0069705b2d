import { type CaseFilter, findingSources, shownStates, verdicts } from '../../contract/cases.ts';
import { knownProducts } from '../../contract/service/products.ts';
import { assessmentTerm, states } from '../case-terms.ts';
import { caseStateLabels, decisionLabels, findingSourceLabel } from '../cases.ts';
import { causeTerm, knownCauseCodes } from '../causes.ts';
import { countryName } from '../country-names.ts';
import { productTerm } from '../products.ts';
import { amlListTerm } from '../results.ts';
import { conversationStatusNames, conversationStatusTerm } from '../statuses.ts';

/** The members of a filter that are lists of values. */
export type ListMember =
  | 'verdicts'
  | 'products'
  | 'causes'
  | 'aml'
  | 'foundBy'
  | 'decisions'
  | 'labels'
  | 'states'
  | 'statuses'
  | 'countries';

/** A property to filter by, as a chip and in the query text. */
export interface Facet {
  /** The key in the query text. */
  key: string;
  label: string;
  member: ListMember;
  /** True if other values than the offered ones exist. */
  open: boolean;
  /** The offered values; labels and states come from the environment. */
  values: readonly string[];
  labelOf(value: string): string;
  /** The spelling of values in the query text, if it differs. */
  written?: Readonly<Record<string, string>>;
}

/** Matches cases found on any AML list. */
const anyList = '*';
/** Matches cases without a decision, and those that changed since. */
const noDecision = 'none';
const changedSinceDecided = 'changed';

const labelled = (labels: Readonly<Record<string, string>>) => ({
  values: Object.keys(labels),
  labelOf: (value: string) => (Object.hasOwn(labels, value) ? (labels[value] ?? value) : value),
});
const asItIs = (value: string) => value;

export const facets: readonly Facet[] = [
  {
    key: 'assessment',
    label: 'Assessment',
    member: 'verdicts',
    open: false,
    ...labelled(Object.fromEntries(verdicts.map((verdict) => [verdict, assessmentTerm({ verdict }).label]))),
    written: { review: 'issues', clear: 'no-issues', 'in-progress': 'incomplete' },
  },
  {
    key: 'product',
    label: 'Product',
    member: 'products',
    open: true,
    values: [...knownProducts, 'enquiry', 'ageVerification'],
    labelOf: (value) => productTerm(value).label,
  },
  {
    key: 'cause',
    label: 'Cause',
    member: 'causes',
    open: true,
    values: knownCauseCodes,
    labelOf: (value) => causeTerm(value).label,
  },
  {
    key: 'aml',
    label: 'AML',
    member: 'aml',
    open: true,
    values: [anyList, 'SANCTIONS', 'PEP', 'ADVERSE_MEDIA', 'SIP', 'OTHER'],
    labelOf: (value) => (value === anyList ? 'Any list' : amlListTerm(value).label),
    written: { [anyList]: 'any' },
  },
  {
    key: 'source',
    label: 'Found by',
    member: 'foundBy',
    open: false,
    ...labelled(Object.fromEntries(findingSources.map((source) => [source, findingSourceLabel(source)]))),
  },
  {
    key: 'decision',
    label: 'Decision',
    member: 'decisions',
    open: false,
    ...labelled({
      [noDecision]: 'No decision',
      [changedSinceDecided]: 'Changed since decided',
      ...decisionLabels,
    }),
    written: { clear: 'approved', escalate: 'escalated', reject: 'rejected', 'ask-again': 'resubmission' },
  },
  { key: 'label', label: 'Label', member: 'labels', open: true, values: [], labelOf: asItIs },
  {
    key: 'state',
    label: 'State',
    member: 'states',
    open: false,
    // As shown, then as users set them.
    ...labelled({
      ...Object.fromEntries(shownStates.map((state) => [state, states[state].label])),
      ...caseStateLabels,
    }),
    written: { clear: 'approved', reject: 'rejected', escalate: 'escalated' },
  },
  {
    key: 'status',
    label: 'Status',
    member: 'statuses',
    open: true,
    values: conversationStatusNames,
    labelOf: (value) => conversationStatusTerm(value).label,
  },
  {
    key: 'country',
    label: 'Country',
    member: 'countries',
    open: true,
    values: [],
    labelOf: (value) => countryName(value) ?? value,
  },
];

/** Returns the value named by a text, by its code or label; undefined if the facet has no such value. */
export function facetValue(facet: Facet, text: string): string | undefined {
  const wanted = text.toLowerCase();
  const facetValue = facet.values.find((value) =>
    [value, facet.labelOf(value), writtenValue(facet, value)].some((name) => name.toLowerCase() === wanted),
  );
  if (facetValue !== undefined || !facet.open) {
    return facetValue;
  }
  return facet.member === 'countries' ? text.toUpperCase() : text;
}

/** Returns the spelling of a value in the query text. */
export function writtenValue({ written = {} }: Facet, value: string): string {
  return (Object.hasOwn(written, value) ? written[value] : undefined) ?? value;
}

export function valuesOf(filter: CaseFilter, { member }: Facet): readonly string[] {
  return filter[member] ?? [];
}
