import { Box, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PolicyRule } from '../../preload/contract/operation.ts';
import type { PolicyInForce } from '../../preload/contract/policy.ts';
import {
  allowedKinds,
  type SharedKind,
  type TeamRole,
  teamRoles,
} from '../../preload/contract/team-roles.ts';
import { policyRefusal } from '../../preload/shared/policy-rules.ts';
import { setByPolicyLabel } from '../../preload/wording/policy.ts';
import { teamRoleLabels } from '../../preload/wording/team.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import layout from './layout.module.css';

/** Returns the policy of the company; undefined where there is none. The frame holds it, so that every view has it at once. */
export function usePolicy(): PolicyInForce | undefined {
  return useBridgeQuery('policy.view', {}).data?.policy;
}

/** Returns what the policy forbids, in words; undefined where it permits operations under this rule. */
export function usePolicyRefusal(rule: PolicyRule, input: object = {}): string | undefined {
  return policyRefusal(usePolicy(), rule, input);
}

/** Returns why this console’s member of a team may not do something that is for these roles; undefined if they may, and without a team. */
export function useRoleRefusal(roles: readonly TeamRole[], act = 'do that'): string | undefined {
  const team = useBridgeQuery('team.view', {}).data?.team;
  const role = team?.stage === 'member' ? team.members.find(({ id }) => id === team.me)?.role : undefined;
  return role === undefined || roles.includes(role)
    ? undefined
    : `As ${teamRoleLabels[role].toLowerCase()} of the team you may not ${act}.`;
}

/** Returns why this console’s member of a team may not enter something of a kind about a case; undefined if they may, and without a team. */
export function useEntryRefusal(kind: SharedKind, act?: string): string | undefined {
  const roles = teamRoles.filter((role) => allowedKinds[role].includes(kind));
  return useRoleRefusal(roles, act);
}

/** Says beside a control that the policy sets it. */
export function SetByPolicy({ title }: { title?: string | undefined }) {
  return (
    <Group component="span" gap={4} wrap="nowrap" title={title}>
      <IconLock size={13} aria-hidden className={layout.quietAside} />
      <Text span fz={12} c="dimmed">
        {setByPolicyLabel}
      </Text>
    </Group>
  );
}

interface LockedProps {
  /** What is forbidden, in words; undefined where nothing is. */
  refusal: string | undefined;
  /** True for the fields of a form, above which it is said. */
  isForm?: boolean;
  children: ReactNode;
}

interface UnderPolicyProps extends Omit<LockedProps, 'refusal'> {
  rule: PolicyRule;
  input?: object;
}

/** Disables the controls inside, and says why, where the policy forbids what they do. */
export function UnderPolicy({ rule, input, ...rest }: UnderPolicyProps) {
  return <Locked refusal={usePolicyRefusal(rule, input)} {...rest} />;
}

/** Disables the controls inside where there is a refusal. */
export function Locked({ refusal, isForm = false, children }: LockedProps) {
  const note = <SetByPolicy title={refusal} />;
  return refusal === undefined ? (
    children
  ) : (
    <>
      {isForm && <Box mb={10}>{note}</Box>}
      <fieldset disabled className={layout.locked} title={`${refusal}. ${setByPolicyLabel}.`}>
        {children}
      </fieldset>
      {!isForm && note}
    </>
  );
}
