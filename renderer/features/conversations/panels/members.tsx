import type { ReactNode } from 'react';
import { Field, LongFieldList } from '../../../ui/field-list.tsx';
import { FactsAtField } from '../findings/facts-at-field.tsx';
import { Value, type ValueKind } from './value.tsx';

/** A documented member: its name in the reply, its label, and how it is read. */
export interface Member {
  member: string;
  label: string;
  kind?: ValueKind;
  /** While it is masked its shape is shown, such as J••• or •••345. */
  shape?: boolean;
  /** Shown after the value, in the clear. */
  remark?: (value: unknown) => ReactNode;
}

interface MembersProps {
  of: object;
  path: string;
  known: readonly Member[];
  /** Members shown elsewhere. */
  except?: readonly string[];
  /** Names the list where it is long enough to scroll by itself. */
  label?: string;
}

/** Shows the members of an object: the documented ones by name and in order, then all others. */
export function Members({ of, path, known, except = [], label: listLabel = 'Members' }: MembersProps) {
  const given = of as Readonly<Record<string, unknown>>;
  const first = known.filter(({ member }) => Object.hasOwn(given, member) && given[member] !== undefined);
  const elsewhere = new Set([...except, ...known.map(({ member }) => member)]);
  const rest = Object.keys(given).filter((name) => given[name] !== undefined && !elsewhere.has(name));
  if (first.length === 0 && rest.length === 0) {
    return null;
  }
  return (
    <LongFieldList
      label={listLabel}
      count={first.length + rest.length}
      field={(index, attributes) => {
        const documented = first[index];
        if (documented) {
          const { member, label, kind = 'text', shape = false, remark } = documented;
          const at = `${path}.${member}`;
          return (
            <Field label={label} attributes={{ ...attributes, 'data-field': at }}>
              <Value value={given[member]} kind={kind} path={at} label={label} shape={shape} />
              <FactsAtField path={at} />
              {remark?.(given[member])}
            </Field>
          );
        }
        const name = rest[index - first.length] ?? '';
        const label = spaced(name);
        return (
          <Field
            label={label}
            attributes={{ ...attributes, 'data-field': `${path}.${name}` }}
            {...(saysTheSame(name) ? {} : { code: name })}
          >
            <Value value={given[name]} kind={guessedKind(name)} path={`${path}.${name}`} label={label} />
          </Field>
        );
      }}
    />
  );
}

/** Returns whether there is something to show beside the members named. */
export function hasMembers(value: unknown, except: readonly string[] = []): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, member]) => member !== undefined && !except.includes(name))
  );
}

/** `issueCountry` as `Issue country`. */
export function spaced(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .trim()
    .slice(0, 120);
  return words === '' ? '(blank)' : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Returns whether the label already contains the member's own name. */
function saysTheSame(name: string): boolean {
  return spaced(name).replaceAll(' ', '').toLowerCase() === name.toLowerCase();
}

/** Values that are not dates or countries after all are shown as they are, so a guess does no harm. */
function guessedKind(name: string): ValueKind {
  if (/date$/i.test(name)) {
    return 'date';
  }
  return /country$/i.test(name) ? 'country' : 'text';
}
