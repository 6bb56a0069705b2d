import type { ReactNode } from 'react';
import type { Product } from '../../../preload/contract/service/conversation.ts';
import { productStatusWord } from '../../../preload/contract/service/statuses.ts';
import { productWord } from '../../../preload/contract/service/words-products.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Section } from '../../ui/section.tsx';
import { WordBadge } from '../../ui/word-badge.tsx';
import classes from '../conversations.module.css';
import { Causes } from './causes.tsx';
import { Checks } from './checks.tsx';
import { hasMembers } from './members.tsx';

const common = ['status', 'errors', 'checks'];

interface ProductSectionProps {
  name: string;
  product: Product;
  /** Members that `children` shows. */
  shows?: readonly string[];
  actions?: ReactNode;
  children?: ReactNode;
}

/** What every product has: its status and what that means, causes, checks, and at the end the members nobody foresaw. */
export function ProductSection({ name, product, shows = [], actions, children }: ProductSectionProps) {
  const word = productStatusWord(name, product.status);
  const { label, known } = productWord(name);
  const path = `result.${name}`;
  const others = Object.fromEntries(
    Object.entries(product).filter(
      ([member, value]) => value !== undefined && !common.includes(member) && !shows.includes(member),
    ),
  );
  return (
    <Section title={label} aside={<WordBadge word={word} value={product.status} />} actions={actions}>
      <div className={classes.stack}>
        <p className={classes.meaning}>{word.sentence}</p>
        <Causes codes={product.errors ?? []} of={label.toLowerCase()} />
        {children}
        <Checks checks={product.checks ?? []} path={`${path}.checks`} />
        {hasMembers(others) && (
          <div>
            <h3 className={classes.group}>{known ? 'Other members' : 'Members'}</h3>
            <JsonTree value={others} path={path} />
          </div>
        )}
      </div>
    </Section>
  );
}
