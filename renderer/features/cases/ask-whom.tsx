import { NativeSelect } from '@mantine/core';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { rolesAtService } from '../../../preload/contract/team-roles.ts';
import { teamRoleLabels } from '../../../preload/wording/team.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';

/** The member or the role of the team to whom a case is escalated or assigned. */
export type Recipient = NonNullable<OperationInput<'cases.assign'>['to']>;

interface Option {
  value: string;
  label: string;
  to: Recipient;
}

/** Returns whom a case can be given to: people of the team, and their roles. @param others leaves out this console's member */
export function useRecipients(others?: 'others'): Option[] {
  const team = useBridgeQuery('team.view', {}).data?.team;
  const members = (team?.members ?? []).filter(
    ({ id, role, isRemoved }) => !(others && id === team?.me) && !isRemoved && role !== 'auditor',
  );
  const roles = rolesAtService.filter((role) => members.some((one) => one.role === role));
  return [
    ...members.map(({ id, name }) => ({
      value: id,
      label: `${visibleText(name, 80)}${id === team?.me ? ' (you)' : ''}`,
      to: { member: id },
    })),
    ...roles.map((role) => ({
      value: role,
      label: `Everybody who is ${teamRoleLabels[role]}`,
      to: { role },
    })),
  ];
}

interface AskWhomProps {
  label: string;
  options: readonly Pick<Option, 'value' | 'label'>[];
  value: string;
  error: string | false | undefined;
  onChange(value: string): void;
}

/** Asks whom a case is escalated or assigned to. */
export function AskWhom({ label, options, value, error, onChange }: AskWhomProps) {
  return (
    <NativeSelect
      data-autofocus={label !== 'To' || undefined}
      label={label}
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Choose a person or a role' },
        ...options.map(({ value: of, label: text }) => ({ value: of, label: text })),
      ]}
    />
  );
}
