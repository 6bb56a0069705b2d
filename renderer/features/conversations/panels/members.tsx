import type { ReactNode } from 'react';
import { inWords, type Member, type ValueKind } from '../../../../preload/wording/record.ts';
import { Field } from '../../../ui/field-list.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import { LongList } from '../../../ui/long-list.tsx';
import classes from '../conversations.module.css';
import { FactsAtField } from '../findings/case-context.tsx';
import { Value } from './value.tsx';

interface MembersProps {
  of: unknown;
  path: string;
  /** The documented members. */
  members?: readonly Member[];
  /** Members shown elsewhere. */
  except?: readonly string[];
}

/** Shows the members of an object: the documented ones by name and in order, then all others. */
export function Members({ of, path, members: memberList = [], except = [] }: MembersProps) {
  if (!hasMembers(of, except)) {
    return null;
  }
  const object = of as Readonly<Record<string, unknown>>;
  const elsewhere = new Set([...except, ...memberList.map(({ member }) => member)]);
  const members: (Member & { code?: string })[] = [
    ...memberList.filter(({ member }) => Object.hasOwn(object, member)),
    ...Object.keys(object)
      .filter((member) => !elsewhere.has(member))
      .map((member) => undocumentedMember(member)),
  ].filter(({ member }) => object[member] !== undefined);
  return (
    <LongList
      as="dl"
      label="Members"
      items={members}
      row={({ member, label, kind = 'text', code }, attributes) => {
        const at = `${path}.${member}`;
        return (
          <Field
            label={label}
            attributes={{ ...attributes, 'data-field': at }}
            {...(code === undefined ? {} : { code })}
          >
            <Value value={object[member]} kind={kind} path={at} label={label} />
            <FactsAtField path={at} />
          </Field>
        );
      }}
    />
  );
}

/** Returns a member with its name in words, and its own name where the words do not show it. */
function undocumentedMember(member: string): Member & { code?: string } {
  const label = inWords(member);
  const isSame = label.replaceAll(' ', '').toLowerCase() === member.toLowerCase();
  return { member, label, kind: guessedKind(member), ...(isSame ? {} : { code: member }) };
}

/** Values that are not dates or countries after all are shown as they are, so a guess does no harm. */
function guessedKind(name: string): ValueKind {
  if (/date$/i.test(name)) {
    return name === 'expiryDate' ? 'expiry' : 'date';
  }
  return /country$/i.test(name) ? 'country' : 'text';
}

/** Returns whether there is something to show beside the members named. */
export function hasMembers(value: unknown, except: readonly string[] = []): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, member]) => member !== undefined && !except.includes(name))
  );
}

/** Returns the members of an object that are not named. */
export function othersOf(value: object, names: readonly (string | undefined)[]): object {
  return Object.fromEntries(Object.entries(value).filter(([member]) => !names.includes(member)));
}

interface GroupProps {
  title: string;
  aside?: ReactNode;
  /** The place in the data that a finding may lead to. */
  evidence?: string | undefined;
  children: ReactNode;
}

/** Shows a titled part of a panel. */
export function Group({ title, aside, evidence, children }: GroupProps) {
  return (
    <div className={classes.part} data-evidence={evidence}>
      <div className={classes.group}>
        <h3 className={classes.groupTitle}>{title}</h3>
        {aside}
      </div>
      {children}
    </div>
  );
}

/** Shows members that the interface does not name under a title; returns nothing without any. */
export function otherMembers(title: string, value: unknown, path: string): ReactNode {
  return (
    hasMembers(value) && (
      <Group title={title}>
        <JsonTree value={value} path={path} />
      </Group>
    )
  );
}
