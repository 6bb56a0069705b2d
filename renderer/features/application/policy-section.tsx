import { Button, Stack, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { maxPolicyText, type PolicyInForce, type PolicyOrigin } from '../../../preload/contract/policy.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { ownMember } from '../../../preload/shared/team-access.ts';
import {
  changedPolicyLines,
  linesByOrigin,
  policyEffectText,
  policyErrorText,
  policyProblemText,
} from '../../../preload/wording/policy.ts';
import { type BridgeAction, useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { Field } from '../../ui/field-list.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import layout from '../../ui/layout.module.css';
import { Question } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { PartFailure } from '../environments/part-failure.tsx';

/** Shows what the policy of the company sets, by whom, and what is wrong with it; and what another one would change. An admin of a team signs it there. */
export function PolicySection() {
  const { policy, origins = [] } = useBridgeQuery('policy.view', {}).data ?? {};
  const team = useBridgeQuery('team.view', {}).data?.team;
  const sign = useBridgeAction('policy.sign', {}, { changes: ['policy.view'] });
  const isAdmin = ownMember(team)?.role === 'admin';
  return (
    <Section title="Company policy">
      <Stack align="flex-start" gap={10}>
        {policy === undefined ? (
          <p className={layout.quiet}>
            {team === undefined ? 'This computer has none.' : 'Neither this computer nor the team has one.'}
          </p>
        ) : (
          <InForce policy={policy} origins={origins} />
        )}
        {isAdmin && origins.some(({ signed }) => signed) && <TakeBack sign={sign} />}
        <TriedPolicy policy={policy} sign={isAdmin ? sign : undefined} />
        <PartFailure failure={sign.failure} />
      </Stack>
    </Section>
  );
}

function InForce({ policy, origins }: { policy: PolicyInForce; origins: readonly PolicyOrigin[] }) {
  const { company, contact } = policy;
  return (
    <>
      <Text maw={736}>
        Set by <OutsideText text={company || 'your company'} max={80} />
        {contact && (
          <>
            {' · '}
            <OutsideText text={contact} max={200} />
          </>
        )}
        . Users cannot change it.
      </Text>
      {origins.map((origin) => (
        <Problems
          key={origin.policy.file}
          policy={origin.policy}
          title={`${origin.signed ? 'The policy of the team' : 'The policy'} has an error. ${policyErrorText(origin)}`}
        />
      ))}
      <dl>
        {linesByOrigin(policy, origins).map(({ name, value, by }) => (
          <Field key={name} label={name}>
            <OutsideText text={value} max={1000} />
            {by && (
              <Text span c="dimmed">
                {` (${by})`}
              </Text>
            )}
          </Field>
        ))}
      </dl>
      {origins.map(({ policy: { file }, signed }) => (
        <p key={file} className={layout.explanation}>
          {signed === undefined ? (
            <>
              Read from <span className={layout.mono}>{file}</span> when Assay started. A changed file counts
              from the next start.
            </>
          ) : (
            <>
              Signed for the team by <OutsideText text={signed.by} max={80} />,{' '}
              <Time at={signed.at} relative={false} />. It counts on this console for as long as it is in the
              team.
            </>
          )}
        </p>
      ))}
      {origins.length > 1 && (
        <p className={layout.explanation}>
          Of each setting the stricter of the two counts. Environments, proxy and certificate authorities are
          those of the file, where it has them.
        </p>
      )}
    </>
  );
}

type Sign = BridgeAction<'policy.sign', Record<never, never>>;

function TakeBack({ sign }: { sign: Sign }) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <Question
      text="The policy of the team then counts on no console any more; that of a computer stays. An environment that it set up stays where credentials were entered for it. Every journal says who took it back."
      action="Take it back"
      busy={sign.busy}
      onConfirm={async () => {
        await sign.run({}, 'Policy of the team taken back');
        setAsked(false);
      }}
      onCancel={() => setAsked(false)}
    />
  ) : (
    <Button onClick={() => setAsked(true)}>Take back the policy of the team…</Button>
  );
}

function Problems({ policy: { problems }, title }: { policy: PolicyInForce; title: string }) {
  return problems.length === 0 ? null : (
    <div className={layout.notice} data-tone="bad" role="status">
      <Text fw={600}>{title}</Text>
      <ul className={layout.discs}>
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.key} ${problem.message}`}>
            <OutsideText text={policyProblemText(problem)} max={400} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows what the policy in a file would change. It is put in force only by an admin who signs it for the team. */
function TriedPolicy({ policy, sign }: { policy: PolicyInForce | undefined; sign: Sign | undefined }) {
  const { run, data, failure, reset } = useBridgeAction('policy.try', {});
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <FileChoice
        icon={<IconFlask size={14} aria-hidden />}
        onFile={async (file) => {
          // One byte more is refused, with what the limit is.
          const read = await file.slice(0, maxPolicyText + 1).text();
          setAsked(false);
          setText(read);
          await run({ text: read }, `${visibleText(file.name, 80)} tried`);
        }}
      >
        Try a policy…
      </FileChoice>
      <PartFailure failure={failure} />
      {data && <Effect before={policy} {...data} />}
      {data && sign && data.policy.problems.length > 0 && (
        <Text>A policy with an error cannot be signed for the team.</Text>
      )}
      {data &&
        sign &&
        data.policy.problems.length === 0 &&
        (isAsked ? (
          <Question
            text="It counts at once on every console of the team, in place of the one that was signed before. If a computer has a policy of its own, the stricter of the two counts. Every journal has its rules."
            action="Sign"
            busy={sign.busy}
            onConfirm={async () => {
              if (await sign.run({ text }, 'Policy signed for the team')) {
                reset();
              }
              setAsked(false);
            }}
            onCancel={() => setAsked(false)}
          />
        ) : (
          <Button onClick={() => setAsked(true)}>Sign for the team…</Button>
        ))}
    </>
  );
}

function Effect({
  before,
  policy,
  decisions,
  deletions,
}: OperationOutput<'policy.try'> & { before: PolicyInForce | undefined }) {
  const changes = changedPolicyLines(before, policy);
  return (
    <Stack component="section" gap={10} w="100%" aria-label="Effect of the policy">
      <Problems policy={policy} title="This policy has an error. Its strictest reading would count." />
      {changes.length === 0 ? (
        <Text>It sets what is set now.</Text>
      ) : (
        <Table
          label="Changes"
          columns={[
            { heading: 'Setting', isName: true, cell: ({ name }) => name },
            { heading: 'Now', cell: ({ before: now }) => <OutsideText text={now} max={1000} /> },
            { heading: 'With this policy', cell: ({ after }) => <OutsideText text={after} max={1000} /> },
          ]}
          rows={changes}
        />
      )}
      <Text>{policyEffectText('decisions', decisions)}</Text>
      <Text>{policyEffectText('deletions', deletions)}</Text>
    </Stack>
  );
}
