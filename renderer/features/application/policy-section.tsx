import { Stack, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { maxPolicyText, type PolicyInForce } from '../../../preload/contract/policy.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import {
  changedPolicyLines,
  policyEffectText,
  policyLines,
  policyProblemText,
} from '../../../preload/wording/policy.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { Field, FieldList } from '../../ui/field-list.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { usePolicy } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { Table } from '../../ui/table.tsx';
import { PartFailure } from '../environments/part-failure.tsx';

/** Shows what the policy of the company sets, by whom, and what is wrong with it; and what another one would change. */
export function PolicySection() {
  const policy = usePolicy();
  return (
    <Section title="Company policy">
      <Stack align="flex-start" gap={10}>
        {policy === undefined ? (
          <p className={layout.quiet}>This computer has none.</p>
        ) : (
          <InForce policy={policy} />
        )}
        <TriedPolicy policy={policy} />
      </Stack>
    </Section>
  );
}

function InForce({ policy }: { policy: PolicyInForce }) {
  const { company, contact, file, isBlocked } = policy;
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
      <Problems
        policy={policy}
        title={
          isBlocked
            ? 'The policy has an error. Only the sandbox can be used until your administrator fixes it.'
            : 'The policy has an error. Its strictest reading counts until your administrator fixes it.'
        }
      />
      <FieldList>
        {policyLines(policy).map(({ name, value }) => (
          <Field key={name} label={name}>
            <OutsideText text={value} max={1000} />
          </Field>
        ))}
      </FieldList>
      <p className={layout.explanation}>
        Read from <span className={layout.mono}>{file}</span> when Assay started. A changed policy counts from
        the next start.
      </p>
    </>
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

/** Shows what the policy in a file would change. It is not put in force. */
function TriedPolicy({ policy }: { policy: PolicyInForce | undefined }) {
  const { run, data, failure } = useBridgeAction('policy.try', {});
  const announce = useAnnounce();
  return (
    <>
      <FileChoice
        icon={<IconFlask size={14} aria-hidden />}
        onFile={async (file) => {
          // One byte more is refused, with what the limit is.
          const text = await file.slice(0, maxPolicyText + 1).text();
          if (await run({ text })) {
            announce(`${visibleText(file.name, 80)} tried`);
          }
        }}
      >
        Try a policy…
      </FileChoice>
      <PartFailure failure={failure} />
      {data && <Effect before={policy} {...data} />}
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
            { id: 'name', heading: 'Setting', isName: true, cell: ({ name }) => name },
            { id: 'now', heading: 'Now', cell: ({ before: now }) => <OutsideText text={now} max={1000} /> },
            {
              id: 'tried',
              heading: 'With this policy',
              cell: ({ after }) => <OutsideText text={after} max={1000} />,
            },
          ]}
          rows={changes}
        />
      )}
      <Text>{policyEffectText('decisions', decisions)}</Text>
      <Text>{policyEffectText('deletions', deletions)}</Text>
    </Stack>
  );
}
