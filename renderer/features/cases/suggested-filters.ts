import { type Facet, facets, valuesOf } from './facets.ts';
import type { ListFilter } from './query-line.ts';

/** Fewer letters are in too many names. */
const minLetters = 3;
const maxSuggestions = 4;

export interface SuggestedFilter {
  facet: Facet;
  value: string;
  /** The filter with the value in place of the text. */
  filter: ListFilter;
}

/** Values to filter by whose name has the filter's text in it: a user who types “sanctions” means the AML list. */
export function suggestedFilters({ text = '', ...filter }: ListFilter): SuggestedFilter[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < minLetters) {
    return [];
  }
  return facets
    .flatMap((facet) =>
      facet.values
        .filter((value) => [value, facet.labelOf(value)].some((name) => name.toLowerCase().includes(wanted)))
        .filter((value) => !valuesOf(filter, facet).includes(value))
        .map((value) => ({
          facet,
          value,
          filter: { ...filter, [facet.member]: [...valuesOf(filter, facet), value] },
        })),
    )
    .slice(0, maxSuggestions);
}
