import { CountryName } from '../../ui/country-name.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Masked } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { CalendarDate } from '../../ui/time.tsx';
import classes from '../conversations.module.css';

/** How a value is read; `text` is shown as it came. */
export type ValueKind = 'text' | 'date' | 'country' | 'gender' | 'code';

const genders: Readonly<Record<string, string>> = { MALE: 'Male', FEMALE: 'Female', OTHER: 'Other' };
const maxShown = 2000;

interface ValueProps {
  value: unknown;
  kind?: ValueKind;
  /** The value's path in the reply, by which it is masked. */
  path: string;
  label: string;
}

/** A value of the user's data, masked until requested. Nested values are shown member by member. */
export function Value({ value, kind = 'text', path, label }: ValueProps) {
  if (value === null || value === undefined) {
    return <span className={classes.quiet}>null</span>;
  }
  if (Array.isArray(value) && value.length === 0) {
    return <span className={classes.quiet}>none</span>;
  }
  if (isStringList(value)) {
    return <Value value={value.join(', ')} kind={kind} path={path} label={label} />;
  }
  if (typeof value === 'object') {
    return <JsonTree value={value} path={path} />;
  }
  const text = String(value);
  if (text === '') {
    return <span className={classes.quiet}>(empty)</span>;
  }
  return (
    <Masked value={text} field={path} label={label.toLowerCase()}>
      <Shown text={text} kind={kind} />
    </Masked>
  );
}

/** A short list of short texts reads better in a line than in a tree. */
function isStringList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= 12 &&
    value.every((item) => typeof item === 'string' && item.length > 0 && item.length <= 40)
  );
}

function Shown({ text, kind }: { text: string; kind: ValueKind }) {
  if (kind === 'date') {
    return <CalendarDate date={text} />;
  }
  if (kind === 'country') {
    return <CountryName code={text} />;
  }
  if (kind === 'gender') {
    return Object.hasOwn(genders, text) ? genders[text] : <OutsideText text={text} />;
  }
  if (kind === 'code') {
    return (
      <code className={classes.mono}>
        <OutsideText text={text} max={maxShown} />
      </code>
    );
  }
  return <OutsideText text={text} max={maxShown} />;
}
