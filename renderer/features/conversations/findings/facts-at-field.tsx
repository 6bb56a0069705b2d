import { createContext, type ReactNode, useContext } from 'react';
import layout from '../../../ui/layout.module.css';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toneOf } from '../../../ui/term-badge.tsx';
import classes from './facts-at-field.module.css';
import type { FactsOfValue } from './field-facts.ts';

const Context = createContext<ReadonlyMap<string, FactsOfValue>>(new Map());

export function FieldFactsProvider({
  facts,
  children,
}: {
  facts: ReadonlyMap<string, FactsOfValue>;
  children: ReactNode;
}) {
  return <Context.Provider value={facts}>{children}</Context.Provider>;
}

/** Shows the facts of the result about the value at a path, beside the value. */
export function FactsAtField({ path }: { path: string }) {
  const facts = useContext(Context).get(path);
  if (!facts) {
    return null;
  }
  return (
    <span className={classes.facts}>
      {facts.shown.map(({ label, tone, sentence }) => (
        <StatusBadge key={label} status={label} tone={toneOf(tone)} explain={sentence} />
      ))}
      {facts.more > 0 && <span className={layout.quietSmall}>and {facts.more} more in the checks</span>}
    </span>
  );
}
