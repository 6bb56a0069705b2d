import type { ReactNode } from 'react';
import { holdsAnything } from '../../../../preload/contract/objects.ts';
import type { Product } from '../../../../preload/contract/service/conversation.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { productStatusTerm } from '../../../../preload/wording/statuses.ts';
import type { Term } from '../../../../preload/wording/terms.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { Identifier } from '../../../ui/outside-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Staged } from '../../../ui/staged.tsx';
import { TermBadge, ToneIcon } from '../../../ui/status-badge.tsx';
import classes from '../conversations.module.css';
import { useDoubtsWithin } from '../findings/case-context.tsx';
import { Causes } from './causes.tsx';
import { Checks } from './checks.tsx';
import { Group, hasMembers, othersOf } from './members.tsx';

const common = ['status', 'errors', 'checks'];

interface ProductSectionProps {
  name: string;
  product: Product;
  /** Members that `children` shows. */
  shows?: readonly string[];
  children?: ReactNode;
}

/** Shows the parts of every product: its status and meaning, causes, checks, and last the undocumented members. */
export function ProductSection({ name, product, shows = [], children }: ProductSectionProps) {
  const { label, known } = productTerm(name);
  const path = `result.${name}`;
  const { flags, duplicates } = useDoubtsWithin(path);
  const term = verdictOf(
    productStatusTerm(name, product.status),
    name,
    product,
    flags.length + duplicates.length > 0,
  );
  const others = othersOf(product, [...common, ...shows]);
  return (
    <Section title={label} aside={<TermBadge term={term} value={product.status} />} evidence={path}>
      <div className={classes.stack}>
        <Staged>
          <p className={layout.explanation}>{term.sentence}</p>
          {flags.length > 0 && (
            <p className={classes.inline}>
              <ToneIcon tone="caution" />
              Not as documented:{' '}
              <Identifier text={flags.map((flag) => flag.path.slice(path.length + 1)).join(', ')} />
            </p>
          )}
          {duplicates.length > 0 && <GivenTwice paths={duplicates.map((member) => member.path)} />}
          <Causes codes={product.errors ?? []} of={label.toLowerCase()} product={name} />
          {children}
          <Checks checks={product.checks ?? []} product={name} path={`${path}.checks`} />
          {hasMembers(others) && (
            <Group title={known ? 'Other members' : 'Members'}>
              <JsonTree value={others} path={path} />
            </Group>
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
      Given more than once; only the last value is shown: <Identifier text={paths.join(', ')} />
    </p>
  );
}

/**
 * Returns the term for a product's status, with the tone its results allow: FINISHED is not passed. Causes, unreadable members, a check that did
 * not pass or missing results rule out a good tone; a negative result makes it bad.
 *
 * @param product members as they came, of whatever type
 */
export function verdictOf(
  term: Term,
  name: string,
  product: Readonly<Record<string, unknown>>,
  hasFlags: boolean,
): Term {
  const errors = Array.isArray(product.errors) ? product.errors : [];
  const checks = Array.isArray(product.checks) ? product.checks : [];
  if (product.result === false && (term.tone === 'good' || term.tone === 'neutral')) {
    return { ...term, tone: 'bad' };
  }
  const hasTrouble =
    hasFlags ||
    errors.length > 0 ||
    checks.some((check) => (check as { result?: unknown } | null)?.result !== 'ACCEPTED') ||
    (name === 'identity' && !holdsAnything(product.user));
  return term.tone === 'good' && hasTrouble ? { ...term, tone: 'neutral' } : term;
}
