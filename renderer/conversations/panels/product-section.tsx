import type { ReactNode } from 'react';
import type { Product } from '../../../preload/contract/service/conversation.ts';
import { productStatusWord } from '../../../preload/contract/service/statuses.ts';
import type { Word } from '../../../preload/contract/service/words.ts';
import { productWord } from '../../../preload/contract/service/words-products.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Section } from '../../ui/section.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { WordBadge } from '../../ui/word-badge.tsx';
import classes from '../conversations.module.css';
import { Causes } from './causes.tsx';
import { Checks } from './checks.tsx';
import { useFlagsWithin } from './flagged.tsx';
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
  const { label, known } = productWord(name);
  const path = `result.${name}`;
  const flags = useFlagsWithin(path);
  const word = honest(productStatusWord(name, product.status), product, flags.length > 0);
  const others = Object.fromEntries(
    Object.entries(product).filter(
      ([member, value]) => value !== undefined && !common.includes(member) && !shows.includes(member),
    ),
  );
  return (
    <Section title={label} aside={<WordBadge word={word} value={product.status} />} actions={actions}>
      <div className={classes.stack}>
        <p className={classes.meaning}>{word.sentence}</p>
        {flags.length > 0 && (
          <p className={classes.inline}>
            <ToneIcon tone="caution" />
            Not readable as the interface gives it:{' '}
            <code className={classes.mono}>
              {flags.map((flag) => flag.path.slice(path.length + 1)).join(', ')}
            </code>
          </p>
        )}
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

/** Finished is not passed: with causes, unreadable members or a check not accepted, it does not look like it either. */
function honest(word: Word, { errors = [], checks = [] }: Product, flagged: boolean): Word {
  const troubled = flagged || errors.length > 0 || checks.some(({ result }) => result !== 'ACCEPTED');
  return word.tone === 'good' && troubled ? { ...word, tone: 'neutral' } : word;
}
