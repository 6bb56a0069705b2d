import { type Product, product } from '../../../../preload/contract/service/conversation.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { Section } from '../../../ui/section.tsx';
import classes from '../conversations.module.css';
import { ProductSection } from './product-section.tsx';

/** Shows a product the interface does not name, or one that came in another form: its status where there is one, and all it holds. */
export function GeneralPanel({ name, value }: { name: string; value: unknown }) {
  const term = productTerm(name);
  if (product.safeParse(value).success) {
    return (
      // As received: the schema would put its own members first.
      <ProductSection name={name} product={value as Product}>
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
