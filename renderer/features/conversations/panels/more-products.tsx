import { Box } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { productTerm } from '../../../../preload/wording/products.ts';
import { productStatusTerm } from '../../../../preload/wording/statuses.ts';
import { counted, type Term } from '../../../../preload/wording/terms.ts';
import layout from '../../../ui/layout.module.css';
import { LongList } from '../../../ui/long-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { ToneIcon, toneOf } from '../../../ui/status-badge.tsx';
import { GeneralPanel } from './general-panel.tsx';
import { verdictOf } from './product-section.tsx';

interface MoreProductsProps {
  products: readonly { name: string; value: unknown }[];
}

const weight: Readonly<Record<Term['tone'], number>> = { bad: 0, warn: 1, progress: 2, neutral: 3, good: 4 };

/** Products beyond those shown: a line for each with its status, what failed first; opened on demand. */
export function MoreProducts({ products }: MoreProductsProps) {
  const [open, setOpen] = useState<string>();
  const rows = products
    .map(({ name, value }) => ({ name, value, term: statusOf(name, value) }))
    .sort((a, b) => weight[a.term.tone] - weight[b.term.tone]);
  const choice = rows.find(({ name }) => name === open);
  return (
    <>
      <Section title={counted(products.length, 'more product')}>
        <LongList
          as="ul"
          label="More products"
          className={layout.plainList}
          items={rows}
          estimate={30}
          row={({ name, term }, attributes) => {
            const isOpen = name === open;
            return (
              <li {...attributes}>
                <Box
                  component="button"
                  type="button"
                  className={layout.toggle}
                  w="100%"
                  aria-pressed={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : name)}
                >
                  <IconChevronRight size={13} aria-hidden />
                  <span>{productTerm(name).label}</span>
                  <ToneIcon tone={toneOf(term.tone)} />
                  <span className={layout.quiet}>{term.label}</span>
                </Box>
              </li>
            );
          }}
        />
      </Section>
      {choice && <GeneralPanel key={choice.name} name={choice.name} value={choice.value} />}
    </>
  );
}

function statusOf(name: string, value: unknown): Term {
  const { status, errors, checks, result } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>;
  const term = productStatusTerm(name, typeof status === 'string' ? status : undefined);
  return verdictOf(term, name, { errors, checks, result }, false);
}
