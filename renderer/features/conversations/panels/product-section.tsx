import type { ReactNode } from 'react';
import type { Product } from '../../../../preload/contract/service/conversation.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { productStatusTerm } from '../../../../preload/wording/statuses.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Staged } from '../../../ui/staged.tsx';
import { ToneIcon } from '../../../ui/status-badge.tsx';
import { TermBadge } from '../../../ui/term-badge.tsx';
import classes from '../conversations.module.css';
import { Causes } from './causes.tsx';
import { Checks } from './checks.tsx';
import { useDoubtsWithin } from './flagged.tsx';
import { hasMembers } from './members.tsx';
import { verdictOf } from './verdict.ts';

const common = ['status', 'errors', 'checks'];

interface ProductSectionProps {
  name: string;
  product: Product;
  /** Members that `children` shows. */
  shows?: readonly string[];
  actions?: ReactNode;
  children?: ReactNode;
}

/** Shows the parts of every product: its status and meaning, causes, checks, and last the undocumented members. */
export function ProductSection({ name, product, shows = [], actions, children }: ProductSectionProps) {
  const { label, known } = productTerm(name);
  const path = `result.${name}`;
  const { flags, duplicates } = useDoubtsWithin(path);
  const term = verdictOf(
    productStatusTerm(name, product.status),
    name,
    product,
    flags.length + duplicates.length > 0,
  );
  const others = Object.fromEntries(
    Object.entries(product).filter(
      ([member, value]) => value !== undefined && !common.includes(member) && !shows.includes(member),
    ),
  );
  return (
    <Section
      title={label}
      aside={<TermBadge term={term} value={product.status} />}
      actions={actions}
      evidence={path}
    >
      <div className={classes.stack}>
        <Staged>
          <p className={layout.explanation}>{term.sentence}</p>
          {flags.length > 0 && (
            <p className={classes.inline}>
              <ToneIcon tone="caution" />
              Not as documented:{' '}
              <code className={layout.identifier}>
                <OutsideText text={flags.map((flag) => flag.path.slice(path.length + 1)).join(', ')} />
              </code>
            </p>
          )}
          {duplicates.length > 0 && <GivenTwice paths={duplicates.map((member) => member.path)} />}
          <Causes codes={product.errors ?? []} of={label.toLowerCase()} product={name} />
          {children}
          <Checks checks={product.checks ?? []} product={name} path={`${path}.checks`} />
          {hasMembers(others) && (
            <div>
              <h3 className={classes.group}>{known ? 'Other members' : 'Members'}</h3>
              <JsonTree value={others} path={path} />
            </div>
          )}
        </Staged>
      </div>
    </Section>
  );
}

function GivenTwice({ paths }: { paths: readonly string[] }) {
  return (
    <p className={classes.inline}>
      <ToneIcon tone="bad" />
      Given more than once; only the last value is shown:{' '}
      <code className={layout.identifier}>
        <OutsideText text={paths.join(', ')} />
      </code>
    </p>
  );
}
