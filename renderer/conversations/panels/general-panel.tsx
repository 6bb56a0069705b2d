import { product as productShape } from '../../../preload/contract/service/conversation.ts';
import { productWord } from '../../../preload/contract/service/words-products.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Section } from '../../ui/section.tsx';
import classes from '../conversations.module.css';
import { ProductSection } from './product-section.tsx';

/** A product the interface does not name, or one that came in another form: its status where there is one, and all it holds. */
export function GeneralPanel({ name, value }: { name: string; value: unknown }) {
  const word = productWord(name);
  const read = productShape.safeParse(value);
  if (read.success) {
    return (
      <ProductSection name={name} product={read.data}>
        {word.known ? undefined : <p className={classes.quiet}>{word.sentence}</p>}
      </ProductSection>
    );
  }
  return (
    <Section title={word.label}>
      <div className={classes.stack}>
        <p className={classes.meaning}>Not of the form a product has; shown as it came.</p>
        <JsonTree value={value} path={`result.${name}`} />
      </div>
    </Section>
  );
}
