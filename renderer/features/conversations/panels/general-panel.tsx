import { isObject } from '../../../../preload/contract/objects.ts';
import type { Product } from '../../../../preload/contract/service/conversation.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { Section } from '../../../ui/section.tsx';
import classes from '../conversations.module.css';
import { ProductSection } from './product-section.tsx';

/** Shows a product the interface does not name, or one that came in another form: its status where there is one, and all it holds. */
export function GeneralPanel({ name, value }: { name: string; value: unknown }) {
  const term = productTerm(name);
  if (isProduct(value)) {
    return (
      <ProductSection name={name} product={value}>
        {term.known ? undefined : <p className={layout.quiet}>{term.sentence}</p>}
      </ProductSection>
    );
  }
  return (
    <Section title={term.label}>
      <div className={classes.stack}>
        <p className={layout.explanation}>Not in the documented form. Shown as received.</p>
        <JsonTree value={value} path={`result.${name}`} />
      </div>
    </Section>
  );
}

/** Returns whether the members common to all products have the types of the interface and the field notes. */
function isProduct(value: unknown): value is Product {
  if (!isObject(value)) {
    return false;
  }
  const { status, errors, checks } = value;
  return (
    isTextOrAbsent(status) &&
    (errors === undefined || (Array.isArray(errors) && errors.every((code) => typeof code === 'string'))) &&
    (checks === undefined || (Array.isArray(checks) && checks.every(isCheck)))
  );
}

function isCheck(value: unknown): boolean {
  return (
    isObject(value) &&
    isTextOrAbsent(value.name) &&
    isTextOrAbsent(value.result) &&
    (value.details === undefined || isObject(value.details))
  );
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
