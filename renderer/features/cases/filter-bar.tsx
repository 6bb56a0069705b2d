import { ActionIcon, Box, Flex, Paper, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { type Facet, facets, valuesOf } from '../../../preload/wording/case-filter/facets.ts';
import { periodLabel } from '../../../preload/wording/case-filter/period.ts';
import {
  type ListFilter,
  marks,
  queryLine,
  readQuery,
  times,
} from '../../../preload/wording/case-filter/query-line.ts';
import layout from '../../ui/layout.module.css';
import { ShortcutHint } from '../../ui/shortcut-hint.tsx';
import type { CaseListState } from './case-list-store.ts';
import { AddFilter, FacetPicker, withValues } from './filter-picker.tsx';
import { useLabels } from './label-picker.tsx';

/** Milliseconds after the last keystroke before the list is filtered. */
const typingPause = 200;

interface FilterBarProps {
  store: StoreApi<CaseListState>;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Shows the filter of the list, as chips and as equivalent query text. */
export function FilterBar({ store, inputRef }: FilterBarProps) {
  const labels = useLabels();
  const filter = useStore(store, (state) => state.filter);
  const { setFilter } = store.getState();
  return (
    <>
      <Flex component="ul" gap={6} align="center" wrap="wrap" aria-label="Filters">
        {facets.map((facet) => (
          <FacetChip key={facet.key} facet={facet} filter={filter} labels={labels} onFilter={setFilter} />
        ))}
        <OtherChips filter={filter} onFilter={setFilter} />
        <li>
          <AddFilter filter={filter} labels={labels} onFilter={setFilter} />
        </li>
      </Flex>
      <QueryLine filter={filter} onFilter={setFilter} inputRef={inputRef} />
    </>
  );
}

interface ChipProps {
  filter: ListFilter;
  onFilter(filter: ListFilter): void;
}

function FacetChip({
  facet,
  filter,
  labels,
  onFilter,
}: ChipProps & { facet: Facet; labels: readonly string[] }) {
  const values = valuesOf(filter, facet);
  if (values.length === 0) {
    return null;
  }
  const text = values.map((value) => visibleText(facet.labelOf(value), 40)).join(', ');
  return (
    <Chip name={`${facet.label}: ${text}`} onRemove={() => onFilter(withValues(filter, facet, []))}>
      <FacetPicker facet={facet} filter={filter} labels={labels} onFilter={onFilter}>
        <button type="button" className={layout.ellipsis}>
          <span className={layout.quiet}>{facet.label}</span> {text}
        </button>
      </FacetPicker>
    </Chip>
  );
}

function OtherChips({ filter, onFilter }: ChipProps) {
  const { time, text, ...rest } = filter;
  const timeLabel = times.find(({ of }) => of === time?.of)?.label;
  return (
    <>
      {time && (
        <Chip
          name={`${timeLabel}: ${periodLabel(time.period)}`}
          onRemove={() => onFilter({ ...rest, ...omitUndefined({ text }) })}
        >
          <span className={layout.ellipsis}>
            <span className={layout.quiet}>{timeLabel}</span> {periodLabel(time.period)}
          </span>
        </Chip>
      )}
      {marks.map(
        ({ name, member, label }) =>
          filter[member] && (
            <Chip key={name} name={label} onRemove={() => onFilter({ ...filter, [member]: undefined })}>
              <span className={layout.ellipsis}>{label}</span>
            </Chip>
          ),
      )}
    </>
  );
}

function Chip({ name, onRemove, children }: { name: string; onRemove(): void; children: React.ReactNode }) {
  return (
    <li className={layout.chip}>
      {children}
      <ActionIcon size={24} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={12} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function QueryLine({
  filter,
  onFilter,
  inputRef,
}: ChipProps & { inputRef: RefObject<HTMLInputElement | null> }) {
  const line = queryLine(filter);
  const [typed, setTyped] = useState(line);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  // A chip or a view changed the filter: update the text. Otherwise keep it as typed.
  if (queryLine(readQuery(typed).filter) !== line && document.activeElement !== inputRef.current) {
    setTyped(line);
    setProblem(undefined);
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      const { filter: read, problems } = readQuery(typed);
      setProblem(problems[0]);
      if (document.activeElement === inputRef.current) {
        onFilter(read);
      }
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, inputRef, onFilter]);
  const apply = () => {
    const { filter: read, problems } = readQuery(typed);
    setProblem(problems[0]);
    onFilter(read);
  };
  return (
    <Box pos="relative" flex="1 1 18rem" miw={192}>
      <TextInput
        ref={inputRef}
        aria-label="Filter cases"
        placeholder="Filter: assessment:issues aml:any opened:7d, an id, a user key"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            apply();
            document.querySelector<HTMLElement>('[data-page-focus]')?.focus();
          }
          if (event.key === 'Escape') {
            event.stopPropagation();
            setTyped('');
            onFilter({});
          }
        }}
        leftSection={<IconFilter size={14} aria-hidden />}
        rightSection={
          typed === '' ? (
            <ShortcutHint shortcut="/" isHidden />
          ) : (
            <ActionIcon
              size={24}
              aria-label="Clear the filter"
              onClick={() => {
                setTyped('');
                onFilter({});
              }}
            >
              <IconX size={13} aria-hidden />
            </ActionIcon>
          )
        }
        spellCheck={false}
        error={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
      />
      {problem !== undefined && (
        <Paper
          id={id}
          role="status"
          withBorder
          pos="absolute"
          top="100%"
          left={0}
          maw="100%"
          mt={2}
          px={10}
          py={6}
          c="var(--status-bad)"
          fz={12}
          style={{ zIndex: 4 }}
        >
          {problem}
        </Paper>
      )}
    </Box>
  );
}
