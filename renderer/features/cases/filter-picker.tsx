import { Box, Button, Checkbox, Flex, Popover, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { type Facet, facets, facetValue, valuesOf } from '../../../preload/wording/case-filter/facets.ts';
import type { Period } from '../../../preload/wording/case-filter/period.ts';
import { type ListFilter, marks } from '../../../preload/wording/case-filter/query-line.ts';
import layout from '../../ui/layout.module.css';
import classes from './filter-bar.module.css';

interface PickerProps {
  filter: ListFilter;
  labels: readonly string[];
  onFilter(filter: ListFilter): void;
}

/** The most values shown; typing finds the others. */
const maxShown = 60;

/** Returns the filter with other values for a facet; an empty list removes the facet. */
export function withValues(filter: ListFilter, { member }: Facet, values: readonly string[]): ListFilter {
  const { [member]: _, ...rest } = filter;
  return values.length === 0 ? rest : { ...rest, [member]: [...values] };
}

/** Shows a button for a facet that opens a list of its values. */
export function FacetPicker({
  facet,
  children,
  ...rest
}: PickerProps & { facet: Facet; children: ReactNode }) {
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown miw={256} p={10} aria-label={facet.label}>
        <FacetValues facet={facet} {...rest} />
      </Popover.Dropdown>
    </Popover>
  );
}

const periods: readonly [label: string, period: Period][] = [
  ['today', { kind: 'today' }],
  ['yesterday', { kind: 'yesterday' }],
  ['in the last 7 days', { kind: 'days', days: 7 }],
  ['in the last 30 days', { kind: 'days', days: 30 }],
];

/** Adds a filter: first the facet, then its values. */
export function AddFilter({ filter, labels, onFilter }: PickerProps) {
  const [opened, setOpened] = useState(false);
  const [facet, setFacet] = useState<Facet>();
  const change = (open: boolean) => {
    setOpened(open);
    setFacet(undefined);
  };
  const add = (members: ListFilter) => {
    onFilter({ ...filter, ...members });
    change(false);
  };
  return (
    <Popover opened={opened} onChange={change} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => change(!opened)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown miw={256} p={10} aria-label={facet?.label ?? 'Add a filter'}>
        {facet ? (
          <FacetValues key={facet.key} facet={facet} filter={filter} labels={labels} onFilter={onFilter} />
        ) : (
          <ul className={classes.menu}>
            {facets.map((one) => (
              <Choice key={one.key} label={`${one.label}…`} onChoose={() => setFacet(one)} />
            ))}
            {marks.map(({ member, label }) => (
              <Choice key={member} label={label} onChoose={() => add({ [member]: true })} />
            ))}
            {periods.map(([when, period]) => (
              <Choice
                key={when}
                label={`Opened ${when}`}
                onChoose={() => add({ time: { of: 'opened', period } })}
              />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ label, onChoose }: { label: string; onChoose(): void }) {
  return (
    <li>
      <Button
        variant="subtle"
        color="gray"
        c="var(--text)"
        fw={400}
        fullWidth
        justify="flex-start"
        px={6}
        onClick={onChoose}
      >
        {label}
      </Button>
    </li>
  );
}

function FacetValues({ facet, filter, labels, onFilter }: PickerProps & { facet: Facet }) {
  const [search, setSearch] = useState('');
  const chosen = valuesOf(filter, facet);
  const values = [...new Set([...facet.values, ...(facet.member === 'labels' ? labels : []), ...chosen])];
  const part = search.trim().toLowerCase();
  const matches = values.filter((value) => `${value} ${facet.labelOf(value)}`.toLowerCase().includes(part));
  const typed = part === '' ? undefined : facetValue(facet, search.trim());
  const toggle = (value: string) =>
    onFilter(
      withValues(
        filter,
        facet,
        chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
      ),
    );
  return (
    <Stack gap={10}>
      {(facet.open || values.length > 8) && (
        <TextInput
          aria-label={`Find a value of ${facet.label}`}
          placeholder={facet.open ? 'Find or type a value' : 'Find a value'}
          value={search}
          data-autofocus
          spellCheck={false}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = typed ?? matches[0];
            if (event.key === 'Enter' && first !== undefined) {
              toggle(first);
              setSearch('');
            }
          }}
        />
      )}
      <Flex
        component="ul"
        direction="column"
        gap={6}
        mah={320}
        className={layout.scrolls}
        aria-label={facet.label}
      >
        {matches.slice(0, maxShown).map((value) => (
          <Box component="li" key={value} mih={24}>
            <Checkbox
              label={visibleText(facet.labelOf(value), 80)}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
          </Box>
        ))}
        {matches.length === 0 && (
          <li className={layout.quiet}>
            {typed === undefined ? 'No such value.' : 'Press Enter to use it.'}
          </li>
        )}
      </Flex>
    </Stack>
  );
}
