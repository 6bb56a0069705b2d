import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ListFilter } from './query-line.ts';
import { suggestedFilters } from './suggested-filters.ts';

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
