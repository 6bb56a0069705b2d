import type { ReactNode } from 'react';
import classes from './field-list.module.css';
import type { RowAttributes } from './long-list.tsx';
import { OutsideText } from './outside-text.tsx';

interface FieldProps {
  label: string;
  /** The name in the service's own language, shown small where it helps, such as `lastChanged`. */
  code?: string;
  attributes?: RowAttributes;
  children: ReactNode;
}

/** Shows a name and its value in a line of a dense `dl`. */
export function Field({ label, code, attributes = {}, children }: FieldProps) {
  return (
    <div className={classes.row} {...attributes}>
      <dt className={classes.label}>
        <OutsideText text={label} max={120} />
        {code !== undefined && (
          <code className={classes.code}>
            <OutsideText text={code} max={120} />
          </code>
        )}
      </dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

/** A name and its value in a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
