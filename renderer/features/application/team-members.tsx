import { Box, Button, Flex, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { type TeamView, teamSeenMs } from '../../../preload/contract/team.ts';
import { maxAccessHours, type TeamRole, teamRoles } from '../../../preload/contract/team-roles.ts';
import { readText, teamRoleLabels, teamRoleMeanings } from '../../../preload/wording/team.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import { Form } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { Question } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Time } from '../../ui/time.tsx';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import itemList from '../environments/item-list.module.css';
import { PartFailure } from '../environments/part-failure.tsx';

const changes = ['team.view'] as const;
const roleChoices = teamRoles.map((role) => ({
  value: role,
  label: `${teamRoleLabels[role]}: ${teamRoleMeanings[role]}`,
}));

const accessHours = [1, 4, 8, 24, 72, maxAccessHours].map((hours) => ({
  value: String(hours),
  label: hours <= 24 ? counted(hours, 'hour') : counted(hours / 24, 'day'),
}));

/** Shows who is in the team, and how far the console of each is. */
export function TeamMembers({ team, isAdmin }: { team: TeamView; isAdmin: boolean }) {
  const { members, me, entries, stage, forgetsCopies, connection } = team;
  const [asked, setAsked] = useState<{ id: string; about: 'removal' | 'access' }>();
  const grantAccess = useBridgeAction('team.grantAccess', {}, { changes });
  const setRole = useBridgeAction('team.setRole', {}, { changes });
  const remove = useBridgeAction('team.remove', {}, { changes });
  // By the clock of the database, of which this console’s own report is the newest reading.
  const newest = Math.max(...members.map((member) => member.readAt ?? 0));
  const isConnected = (readAt: number) =>
    connection.state === 'connected' && readAt > newest - 2.5 * teamSeenMs;
  return (
    <>
      <Box component="ul" w="100%" className={`${layout.plainList} ${layout.lines}`} aria-label="Members">
        {members.map((member) => {
          const { id, role, isRemoved, readAt, access, recovered } = member;
          const name = visibleText(member.name, 80);
          const hasAccess = access !== undefined && access.until > Date.now();
          const about = asked?.id === id ? asked.about : undefined;
          return (
            <li key={id} className={itemList.item}>
              <Flex component="span" direction="column" gap={2} miw={0} className={layout.anywhere}>
                <span>
                  {name}
                  {id === me && ' (this console)'}
                </span>
                <span className={layout.quietSmall}>
                  {isRemoved ? (
                    'removed'
                  ) : (
                    <>
                      {teamRoleLabels[role]}
                      {recovered !== undefined && ` with the recovery file, since entry ${recovered}`}
                      {stage === 'member' && `, ${readText(member, entries)}`}
                      {stage === 'member' &&
                        readAt !== undefined &&
                        (isConnected(readAt) ? (
                          ', connected'
                        ) : (
                          <>
                            , last seen <Time at={readAt} />
                          </>
                        ))}
                      {hasAccess && (
                        <>
                          . Personal data until <Time at={access.until} relative={false} />:{' '}
                          <OutsideText text={access.reason} max={500} />
                        </>
                      )}
                    </>
                  )}
                </span>
              </Flex>
              {isAdmin && id !== me && !isRemoved && about === undefined && (
                <span className={itemList.buttons}>
                  <RoleSelect
                    label={`Role of ${name}`}
                    role={role}
                    onRole={(chosen) =>
                      void setRole.run({ member: id, role: chosen }, `${name}: ${teamRoleLabels[chosen]}`)
                    }
                  />
                  {hasAccess && (
                    <Button
                      aria-label={`End the access of ${name}`}
                      loading={grantAccess.busy}
                      onClick={() => {
                        const ended = { member: id, hours: 0, reason: access.reason };
                        void grantAccess.run(ended, `Access of ${name} ended`);
                      }}
                    >
                      End access
                    </Button>
                  )}
                  {role === 'auditor' && !hasAccess && (
                    <Button
                      aria-label={`Grant ${name} access…`}
                      onClick={() => setAsked({ id, about: 'access' })}
                    >
                      Grant access…
                    </Button>
                  )}
                  <Button aria-label={`Remove ${name}…`} onClick={() => setAsked({ id, about: 'removal' })}>
                    Remove…
                  </Button>
                </span>
              )}
              {about === 'access' && (
                <AccessForm
                  name={name}
                  busy={grantAccess.busy}
                  onGrant={async (hours, reason) => {
                    const said = `${name} has access to personal data for ${counted(hours, 'hour')}`;
                    if (await grantAccess.run({ member: id, hours, reason }, said)) {
                      setAsked(undefined);
                    }
                  }}
                  onClose={() => setAsked(undefined)}
                />
              )}
              {about === 'removal' && (
                <Question
                  text={`${name} gets nothing of what is done from now on; the team uses a new key. ${forgetsCopies ? `The console of ${name} forgets the cases of the team when it connects next` : `The cases that the console of ${name} has already stay there`}. Have the administrator of the database end its login, and replace the API and signing keys that ${name} knew, and the recovery file if ${name} had it.`}
                  action={`Remove ${name}`}
                  busy={remove.busy}
                  onConfirm={async () => {
                    if (await remove.run({ member: id }, `${name} removed`)) {
                      setAsked(undefined);
                    }
                  }}
                  onCancel={() => setAsked(undefined)}
                />
              )}
            </li>
          );
        })}
      </Box>
      <PartFailure failure={setRole.failure ?? remove.failure ?? grantAccess.failure} />
    </>
  );
}

interface AccessFormProps {
  name: string;
  busy: boolean;
  onGrant(hours: number, reason: string): void;
  onClose(): void;
}

/** Asks for how long and for what an auditor gets personal data. */
function AccessForm({ name, busy, onGrant, onClose }: AccessFormProps) {
  const { texts, field } = useTexts({ hours: '4', reason: '' });
  const check = useFormCheck({ reason: texts.reason.trim() === '' && 'Enter a reason.' });
  return (
    <Form
      check={check}
      busy={busy}
      action={`Grant ${name} access`}
      isInPage
      maw={736}
      style={{ gridColumn: '1 / -1' }}
      onSubmit={() => onGrant(Number(texts.hours), texts.reason.trim())}
      onCancel={onClose}
    >
      <Text>
        {`The console of ${name} shows personal data and saves files with it during this time. All consoles have the reason in their journals.`}
      </Text>
      <Group align="flex-start" gap={10}>
        <NativeSelect label="For" data={accessHours} {...field('hours')} />
        <TextInput
          data-autofocus
          flex={1}
          miw={240}
          label="Reason"
          required
          maxLength={500}
          {...field('reason', check.errors)}
        />
      </Group>
    </Form>
  );
}

/** Shows who asks to join, with the code to compare. */
export function TeamRequests({ team }: { team: TeamView }) {
  const admit = useBridgeAction('team.admit', {}, { changes });
  const refuse = useBridgeAction('team.refuse', {}, { changes });
  const [role, setRole] = useState<TeamRole>('reviewer');
  return (
    <>
      {team.requests.map(({ invitation, name: given, code }) => {
        const name = visibleText(given, 80);
        return (
          <Stack key={invitation} component="section" gap={6} aria-label={`${name} asks to join`}>
            <Text maw={736}>
              {`${name} asks to join. Call them: their console must show this code, `}
              <code>{code}</code>
              {'. If it shows another one, refuse.'}
            </Text>
            <Group gap={10}>
              <RoleSelect label={`Role for ${name}`} role={role} onRole={setRole} />
              <Button
                variant="filled"
                loading={admit.busy}
                onClick={() => void admit.run({ invitation, code, role }, `${name} admitted`)}
              >
                {`The code is the same: admit ${name}`}
              </Button>
              <Button
                loading={refuse.busy}
                onClick={() => void refuse.run({ invitation }, `${name} refused`)}
              >
                Refuse
              </Button>
            </Group>
          </Stack>
        );
      })}
      <PartFailure failure={admit.failure ?? refuse.failure} />
    </>
  );
}

/** Makes an invitation for one person, and shows it until it was used. @param open the invitations that can still be used */
export function TeamInvitation({ open }: { open: readonly string[] }) {
  const invite = useBridgeAction('team.invite', {});
  return (
    <>
      <Button loading={invite.busy} onClick={() => void invite.run({}, 'Invitation made')}>
        Invite somebody
      </Button>
      {invite.data && open.includes(invite.data.invitation) && (
        <Stack gap={6} w="100%">
          <Text maw={736}>
            {'Send this line to one person, by a way that only they read. It can be used once, until '}
            <Time at={invite.data.until} relative={false} />
            {'. They also need a login at the database. When they ask to join, you compare a code.'}
          </Text>
          <Flex align="center" gap={4}>
            <Textarea
              label="Invitation"
              readOnly
              value={invite.data.line}
              minRows={3}
              flex={1}
              maw={736}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={invite.data.line} label="invitation" />
          </Flex>
        </Stack>
      )}
      <PartFailure failure={invite.failure} />
    </>
  );
}

interface RoleSelectProps {
  label: string;
  role: TeamRole;
  onRole(role: TeamRole): void;
}

function RoleSelect({ label, role, onRole }: RoleSelectProps) {
  return (
    <NativeSelect
      aria-label={label}
      data={roleChoices}
      value={role}
      onChange={(event) => {
        const chosen = teamRoles.find((one) => one === event.currentTarget.value);
        if (chosen !== undefined) {
          onRole(chosen);
        }
      }}
    />
  );
}
