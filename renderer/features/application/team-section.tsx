import { Box, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { TeamView } from '../../../preload/contract/team.ts';
import { teamConnectionLabels, teamNoticeText, visibleInDatabase } from '../../../preload/wording/team.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import layout from '../../ui/layout.module.css';
import { Question } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PartFailure } from '../environments/part-failure.tsx';
import { EarlierCases } from './team-earlier.tsx';
import { CreateTeam, JoinTeam, Reconnect } from './team-forms.tsx';
import { TeamInvitation, TeamMembers, TeamRequests } from './team-members.tsx';
import { RecoveryFile, UseRecovery } from './team-recovery.tsx';
import { LogSample } from './team-sample.tsx';

const tones: Readonly<Record<TeamView['connection']['state'], Tone>> = {
  connecting: 'active',
  connected: 'good',
  interrupted: 'caution',
  stopped: 'bad',
};

const leavingKeeps = 'This console keeps its cases, with what the team did so far.';
const leavingForgets =
  'As the admins set, this console forgets every case that the team has entries about, with all that it knows of it. It keeps its other cases, and receipts of deletions.';

/** Shows the team that this console works in, or how to create or join one. */
export function TeamSection() {
  const { data, failure } = useBridgeQuery('team.view', {});
  const team = data?.team;
  return (
    <Section
      title="Team"
      aside={
        team &&
        team.stage !== 'removed' && (
          <StatusBadge
            status={teamConnectionLabels[team.connection.state]}
            tone={tones[team.connection.state]}
          />
        )
      }
    >
      <Stack align="flex-start" gap={10}>
        {data && (team === undefined ? <NoTeam /> : <OneTeam team={team} />)}
        <PartFailure failure={failure} />
      </Stack>
    </Section>
  );
}

function NoTeam() {
  const [form, setForm] = useState<'create' | 'join' | 'recover'>();
  const sql = useBridgeAction('team.saveSql', {}, { saves: true });
  const close = () => setForm(undefined);
  return (
    <>
      <Text maw={736}>
        Several people work on one list of cases through a PostgreSQL database of your company. Decisions,
        notes, labels, assignments, states and follow-ups are shared from then on, and those recorded before
        where you choose so. Responses, files and credentials stay on this computer.
      </Text>
      {form === 'create' && <CreateTeam onClose={close} />}
      {form === 'join' && <JoinTeam onClose={close} />}
      {form === 'recover' && <UseRecovery isMember={false} onClose={close} />}
      {form === undefined && (
        <Group gap={10}>
          <Button onClick={() => setForm('create')}>Create a team…</Button>
          <Button onClick={() => setForm('join')}>Join a team…</Button>
          <Button onClick={() => setForm('recover')}>Use a recovery file…</Button>
        </Group>
      )}
      <Text maw={736} c="dimmed">
        Before a team is created, an administrator of the database runs the SQL once, and makes a login for
        each member. Who joins needs an invitation and a login.
      </Text>
      <Button loading={sql.busy} onClick={() => void sql.run()}>
        Save the SQL
      </Button>
      <PartFailure failure={sql.failure} />
    </>
  );
}

function OneTeam({ team }: { team: TeamView }) {
  const { stage, address, code, connection, entries, unsent, waiting, notices, members, earlier } = team;
  const { forgetsCopies } = team;
  const [isConnecting, setConnecting] = useState(false);
  const isAdmin = stage === 'member' && members.some(({ id, role }) => id === team.me && role === 'admin');
  return (
    <>
      <Text maw={736} className={layout.anywhere}>
        {`Database ${address.database} on ${address.host}, port ${address.port}, as ${address.user}.`}
      </Text>
      {connection.message !== undefined && (
        <Text maw={736} role="status">
          {[connection.message, connection.hint].filter(Boolean).join(' ')}
        </Text>
      )}
      {stage === 'waiting' && (
        <Text maw={736}>
          {code === undefined
            ? 'This console is no member in what it has read of the team so far.'
            : 'An admin of the team must admit this console. Read this code to them by phone: '}
          <code>{code}</code>
        </Text>
      )}
      {stage === 'removed' && (
        <Text maw={736}>
          {`An admin removed this console from the team. Nothing new comes or is sent. ${forgetsCopies ? 'It forgets the cases of the team, as the admins set.' : 'The cases that it has stay.'}`}
        </Text>
      )}
      {stage === 'member' && (
        <Text maw={736}>
          {[
            `${counted(entries, 'entry', 'entries')} read.`,
            unsent === 0
              ? 'Everything done here was sent.'
              : `Not sent yet: ${unsent === 1000 ? '1,000 or more' : unsent} of what was done here.`,
            earlier !== undefined &&
              `This console began with a snapshot. The entries before it come in the background and are checked against it: ${earlier.read.toLocaleString('en')} of ${earlier.of.toLocaleString('en')}.`,
            waiting > 0 &&
              `Entries about environments that this console does not have: ${waiting}. They are used once an environment with the same address is added.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      )}
      {isAdmin && <TeamRequests team={team} />}
      {members.length > 0 && <TeamMembers team={team} isAdmin={isAdmin} />}
      {isAdmin && <TeamInvitation open={team.invitations} />}
      {isAdmin && <Copies forgetsCopies={forgetsCopies} />}
      {isAdmin && <RecoveryFile isRecoverable={team.isRecoverable} />}
      {stage === 'member' && !isAdmin && team.isRecoverable && <UseRecoveryButton />}
      {stage === 'member' && <EarlierCases />}
      {notices.length > 0 && (
        <div role="alert">
          <Text>
            {
              'Not as it should be. Entries that were changed, forged, repeated or not allowed were not used. An administrator of the database, or somebody with the keys of a member, may have done this:'
            }
          </Text>
          <ul className={layout.discs}>
            {notices.map((notice) => (
              <li key={`${notice.seq} ${notice.kind}`}>{teamNoticeText(notice, members)}</li>
            ))}
          </ul>
        </div>
      )}
      {stage !== 'removed' && (
        <Text maw={736} c="dimmed">
          {visibleInDatabase}
        </Text>
      )}
      {stage === 'member' && <SavedLog first={team.first} />}
      {stage === 'removed' ? null : isConnecting ? (
        <Reconnect address={address} onClose={() => setConnecting(false)} />
      ) : (
        <Button onClick={() => setConnecting(true)}>Change the connection…</Button>
      )}
      <LeaveTeam isWaiting={stage === 'waiting'} forgetsCopies={forgetsCopies} />
    </>
  );
}

function UseRecoveryButton() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <UseRecovery isMember onClose={() => setOpen(false)} />
  ) : (
    <Button onClick={() => setOpen(true)}>Use a recovery file…</Button>
  );
}

function SavedLog({ first }: { first: string }) {
  const log = useBridgeAction('team.saveLog', {}, { saves: true });
  return (
    <>
      <Text maw={736} c="dimmed" className={layout.anywhere}>
        {'The log can be checked elsewhere, without what it says about cases: '}
        <code>{`assay team verify FILE --first ${first}`}</code>
      </Text>
      <Button loading={log.busy} onClick={() => void log.run()}>
        Save the log
      </Button>
      <PartFailure failure={log.failure} />
      <LogSample />
    </>
  );
}

function Copies({ forgetsCopies }: { forgetsCopies: boolean }) {
  const set = useBridgeAction('team.setCopies', {}, { changes: ['team.view'] });
  return (
    <>
      <Switch
        label="Consoles that leave forget the cases of the team"
        description="Those that are removed do so when they connect next. It is in the journal of every console."
        checked={forgetsCopies}
        disabled={set.busy}
        onChange={() => set.run({ forget: !forgetsCopies })}
      />
      <PartFailure failure={set.failure} />
    </>
  );
}

function LeaveTeam({ isWaiting, forgetsCopies }: { isWaiting: boolean; forgetsCopies: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const leave = useBridgeAction('team.leave', {}, { changes: ['team.view'] });
  return (
    <Box>
      {isAsked ? (
        <Question
          text={
            isWaiting
              ? 'This console no longer asks to join.'
              : `${forgetsCopies ? leavingForgets : leavingKeeps} What was not sent is not sent any more. To come back it needs a new invitation.`
          }
          action="Leave the team"
          busy={leave.busy}
          onConfirm={() => void leave.run({}, 'Left the team')}
          onCancel={() => setAsked(false)}
        />
      ) : (
        <Button onClick={() => setAsked(true)}>Leave the team…</Button>
      )}
      <PartFailure failure={leave.failure} />
    </Box>
  );
}
