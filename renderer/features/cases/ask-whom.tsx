import { NativeSelect } from '@mantine/core';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { rolesAtService } from '../../../preload/contract/team-roles.ts';
import { teamRoleLabels } from '../../../preload/wording/team.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';

/** The member or the role of the team to whom a case is escalated. */
export type Recipient = Extract<OperationInput<'cases.decide'>['decision'], { kind: unknown }>['to'];

interface Option {
  value: string;
  label: string;
  to: Recipient;
}

/** Returns whom a case can be escalated to: the others of the team, and their roles. None without others. */
export function useRecipients(): Option[] {
  const team = useBridgeQuery('team.view', {}).data?.team;
  const others = (team?.members ?? []).filter(
    ({ id, role, isRemoved }) => id !== team?.me && !isRemoved && role !== 'auditor',
  );
  const roles = rolesAtService.filter((role) => others.some((one) => one.role === role));
  return [
    ...others.map(({ id, name }) => ({ value: id, label: visibleText(name, 80), to: { member: id } })),
    ...roles.map((role) => ({
      value: role,
      label: `Everybody who is ${teamRoleLabels[role]}`,
      to: { role },
    })),
  ];
}

interface AskWhomProps {
  options: readonly Option[];
  value: string;
  error: string | false | undefined;
  onChange(value: string): void;
}

/** Asks whom a case is escalated to. */
export function AskWhom({ options, value, error, onChange }: AskWhomProps) {
  return (
    <NativeSelect
      label="To"
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Choose a person or a role' },
        ...options.map(({ value: of, label }) => ({ value: of, label })),
      ]}
    />
  );
}
