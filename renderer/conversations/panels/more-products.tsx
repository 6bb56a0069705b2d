import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { productStatusWord } from '../../../preload/contract/service/statuses.ts';
import { counted, type Word } from '../../../preload/contract/service/words.ts';
import { productWord } from '../../../preload/contract/service/words-products.ts';
import { LongList } from '../../ui/long-list.tsx';
import { Section } from '../../ui/section.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { toneOf } from '../../ui/word-badge.tsx';
import classes from '../conversations.module.css';
import { GeneralPanel } from './general-panel.tsx';
import { verdictOf } from './verdict.ts';

interface MoreProductsProps {
  products: readonly { name: string; value: unknown }[];
}

const weight: Readonly<Record<Word['tone'], number>> = { bad: 0, warn: 1, progress: 2, neutral: 3, good: 4 };

/** Products beyond those shown: a line for each with its status, what failed first; opened on demand. */
export function MoreProducts({ products }: MoreProductsProps) {
  const [open, setOpen] = useState<string>();
  const rows = products
    .map(({ name, value }) => ({ name, value, word: statusOf(name, value) }))
    .sort((a, b) => weight[a.word.tone] - weight[b.word.tone]);
  const chosen = rows.find(({ name }) => name === open);
  return (
    <>
      <Section title={counted(products.length, 'more product')}>
        <LongList
          as="ul"
          label="More products"
          className={classes.products}
          count={rows.length}
          estimate={30}
          row={(index, attributes) => {
            const row = rows[index];
            if (!row) return null;
            const isOpen = row.name === open;
            return (
              <li {...attributes}>
                <button
                  type="button"
                  className={classes.product}
                  aria-pressed={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : row.name)}
                >
                  <IconChevronRight size={13} aria-hidden />
                  <span className={classes.productName}>{productWord(row.name).label}</span>
                  <ToneIcon tone={toneOf(row.word.tone)} />
                  <span className={classes.quiet}>{row.word.label}</span>
                </button>
              </li>
            );
          }}
        />
      </Section>
      {chosen && <GeneralPanel key={chosen.name} name={chosen.name} value={chosen.value} />}
    </>
  );
}

function statusOf(name: string, value: unknown): Word {
  const { status, errors, checks, result } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>;
  const word = productStatusWord(name, typeof status === 'string' ? status : undefined);
  return verdictOf(word, name, { errors, checks, result }, false);
}
