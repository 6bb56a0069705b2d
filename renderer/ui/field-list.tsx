import type { ReactNode } from 'react';
import classes from './field-list.module.css';

/** A dense list of names and values. */
export function FieldList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

interface FieldProps {
  label: string;
  /** The name in the service's own language, shown small where it helps, such as `lastChanged`. */
  code?: string;
  children: ReactNode;
}

export function Field({ label, code, children }: FieldProps) {
  return (
    <div className={classes.row}>
      <dt className={classes.label}>
        {label}
        {code !== undefined && <code className={classes.code}>{code}</code>}
      </dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
