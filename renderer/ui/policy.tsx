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
import { accessHint, accessRefusal, ownMember } from '../../preload/shared/team-access.ts';
import { setByPolicyLabel } from '../../preload/wording/policy.ts';
import { teamRoleLabels } from '../../preload/wording/team.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import layout from './layout.module.css';

/** Returns the policy of the company; undefined where there is none. The frame holds it, so that every view has it at once. */
export function usePolicy(): PolicyInForce | undefined {
  return useBridgeQuery('policy.view', {}, { select: ({ policy }) => policy }).data;
}

/** Why something is not offered. */
export interface Refusal {
  /** The act that is not possible, in words without a full stop. */
  text: string;
  /** The text that says who sets it. */
  by: string;
}

/** Returns why operations under a rule are not offered: the policy forbids them, or an auditor of a team has no access to personal data. */
export function useRefusal(rule: PolicyRule, input: object = {}): Refusal | undefined {
  const policy = usePolicy();
  const member = useMember();
  const text = policyRefusal(policy, rule, input);
  if (text !== undefined) {
    return { text, by: setByPolicyLabel };
  }
  const access = rule === 'show' || rule === 'export' ? accessRefusal(member, Date.now()) : undefined;
  return access === undefined ? undefined : { text: access, by: accessHint };
}

function useMember() {
  return useBridgeQuery('team.view', {}, { select: ({ team }) => ownMember(team) }).data;
}

/** Returns why this console’s member of a team may not do something that is for these roles; undefined if they may, and without a team. */
export function useRoleRefusal(roles: readonly TeamRole[], act = 'do that'): string | undefined {
  const role = useMember()?.role;
  return role === undefined || roles.includes(role)
    ? undefined
    : `As ${teamRoleLabels[role].toLowerCase()} of the team you may not ${act}.`;
}

/** Returns why this console’s member of a team may not enter something of a kind about a case; undefined if they may, and without a team. */
export function useEntryRefusal(kind: SharedKind, act?: string): string | undefined {
  const roles = teamRoles.filter((role) => allowedKinds[role].includes(kind));
  return useRoleRefusal(roles, act);
}

/** Says beside a control who sets it. @param text is said on hovering */
export function SetBy({ text, by = setByPolicyLabel }: Partial<Refusal>) {
  return (
    <Group component="span" gap={4} wrap="nowrap" title={text}>
      <IconLock size={13} aria-hidden className={layout.quietAside} />
      <Text span fz={12} c="dimmed">
        {by}
      </Text>
    </Group>
  );
}

interface LockedProps {
  /** Why the controls are disabled; undefined where they are not. */
  refusal: Refusal | undefined;
  /** True for the fields of a form, above which it is said. */
  isForm?: boolean;
  children: ReactNode;
}

interface UnderPolicyProps extends Omit<LockedProps, 'refusal'> {
  rule: PolicyRule;
  input?: object;
}

/** Disables the controls inside, and says why, where operations under a rule are not offered. */
export function UnderPolicy({ rule, input, ...rest }: UnderPolicyProps) {
  return <Locked refusal={useRefusal(rule, input)} {...rest} />;
}

/** Disables the controls inside where there is a refusal. */
export function Locked({ refusal, isForm = false, children }: LockedProps) {
  if (refusal === undefined) {
    return children;
  }
  return (
    <>
      {isForm && (
        <Box mb={10}>
          <SetBy {...refusal} />
        </Box>
      )}
      <fieldset disabled className={layout.locked} title={refusalText(refusal)}>
        {children}
      </fieldset>
      {!isForm && <SetBy {...refusal} />}
    </>
  );
}

export function refusalText({ text, by }: Refusal): string {
  return `${text}. ${by}.`;
}
