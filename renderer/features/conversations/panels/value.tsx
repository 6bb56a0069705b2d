import { Flex, Text } from '@mantine/core';
import { genders, inWords, isImpersonal, type ValueKind } from '../../../../preload/wording/record.ts';
import { CountryName } from '../../../ui/country-name.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { Masked } from '../../../ui/masked.tsx';
import { Identifier, OutsideText } from '../../../ui/outside-text.tsx';
import { CalendarDate } from '../../../ui/time.tsx';

const maxShown = 2000;

interface ValueProps {
  value: unknown;
  kind?: ValueKind;
  /** The value's path in the response, by which it is masked. */
  path: string;
  label: string;
}

/** Shows a value of the user's data, masked until requested. Nested values are shown member by member. */
export function Value({ value, kind = 'text', path, label }: ValueProps) {
  if (value === null || value === undefined) {
    return <span className={layout.quiet}>null</span>;
  }
  if (Array.isArray(value) && value.length === 0) {
    return <span className={layout.quiet}>none</span>;
  }
  if (isStringList(value)) {
    return <Value value={value.join(', ')} kind={kind} path={path} label={label} />;
  }
  if (typeof value === 'object') {
    return <JsonTree value={value} path={path} />;
  }
  const text = String(value);
  if (text === '') {
    return <span className={layout.quiet}>(empty)</span>;
  }
  if (isImpersonal(kind, text)) {
    return <PlainValue text={text} kind={kind} />;
  }
  return (
    <Masked value={text} label={label.toLowerCase()} shape={kind === 'name' || kind === 'number'}>
      <PlainValue text={text} kind={kind} />
    </Masked>
  );
}

/** Returns whether a value is a short list of short texts, which reads better in a line than in a tree. */
function isStringList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= 12 &&
    value.every((item) => typeof item === 'string' && item.length > 0 && item.length <= 40)
  );
}

/** Shows a value as documents print it, and as the service sent it. */
function DateWithIso({ date }: { date: string }) {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date);
  return (
    <Flex
      component="span"
      display="inline-flex"
      columnGap={8}
      align="baseline"
      wrap="wrap"
      style={{ whiteSpace: 'nowrap' }}
    >
      <CalendarDate date={date} />
      {isDate && (
        <Text component="code" ff="monospace" fz={11} c="dimmed">
          {date}
        </Text>
      )}
    </Flex>
  );
}

function PlainValue({ text, kind }: { text: string; kind: ValueKind }) {
  if (kind === 'date' || kind === 'expiry') {
    return <DateWithIso date={text} />;
  }
  if (kind === 'country') {
    return <CountryName code={text} />;
  }
  if (kind === 'gender') {
    return Object.hasOwn(genders, text) ? genders[text] : <OutsideText text={text} />;
  }
  if (kind === 'term' && isImpersonal(kind, text)) {
    return inWords(text);
  }
  if (kind === 'code' || kind === 'number') {
    return <Identifier text={text} max={maxShown} />;
  }
  return <OutsideText text={text} max={maxShown} />;
}
