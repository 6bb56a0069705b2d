import type { ReactNode } from 'react';
import classes from './field-list.module.css';
import layout from './layout.module.css';
import type { RowAttributes } from './long-list.tsx';
import { OutsideText } from './outside-text.tsx';

interface FieldProps {
  label: string;
  /** The name in the service's own language, shown small where it helps, such as `lastChanged`. */
  code?: string;
  attributes?: RowAttributes;
  children: ReactNode;
}

/** Returns whether a value is not known: neither it nor its name is then shown. */
export function isUnknown(value: ReactNode): boolean {
  return value === undefined || value === null || value === false || value === '';
}

/** Shows a name and its value in a line of a dense `dl`; nothing without the value. */
export function Field({ label, code, attributes = {}, children }: FieldProps) {
  return isUnknown(children) ? null : (
    <div className={classes.row} {...attributes}>
      <dt className={layout.anywhere}>
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

/** Shows a name and its value in a `dl`; nothing without the value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return isUnknown(children) ? null : (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
