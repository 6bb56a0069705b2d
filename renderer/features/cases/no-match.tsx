import { Button } from '@mantine/core';
import { type Facet, facets, valuesOf } from '../../../preload/wording/case-filter/facets.ts';
import type { ListFilter } from '../../../preload/wording/case-filter/query-line.ts';
import { EmptyState } from '../../ui/notices.tsx';

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
  const part = text.trim().toLowerCase();
  if (part.length < minLetters) {
    return [];
  }
  return facets
    .flatMap((facet) =>
      facet.values
        .filter((value) => [value, facet.labelOf(value)].some((name) => name.toLowerCase().includes(part)))
        .filter((value) => !valuesOf(filter, facet).includes(value))
        .map((value) => ({
          facet,
          value,
          filter: { ...filter, [facet.member]: [...valuesOf(filter, facet), value] },
        })),
    )
    .slice(0, maxSuggestions);
}

interface NoMatchProps {
  filter: ListFilter;
  onFilter(filter: ListFilter): void;
}

/** Shown when no case matches the filter: what its text is compared with, and the filters it may mean. */
export function NoMatch({ filter, onFilter }: NoMatchProps) {
  return (
    <EmptyState
      title="No case matches the filter"
      actions={
        <>
          {suggestedFilters(filter).map((suggested) => (
            <Button
              key={`${suggested.facet.key}:${suggested.value}`}
              onClick={() => onFilter(suggested.filter)}
            >
              {suggested.facet.label}: {suggested.facet.labelOf(suggested.value)}
            </Button>
          ))}
          <Button onClick={() => onFilter({})}>Clear the filter</Button>
        </>
      }
    >
      {filter.text !== undefined && (
        <p>
          Text finds parts of conversation ids and label names, and whole user keys, document numbers and
          national ids.
        </p>
      )}
    </EmptyState>
  );
}
