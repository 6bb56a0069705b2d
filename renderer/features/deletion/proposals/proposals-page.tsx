import { Button, Text } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { ProposalState, ProposalView } from '../../../../preload/contract/approvals.ts';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import { memberText, proposalStateLabels, proposalText } from '../../../../preload/wording/approvals.ts';
import { useBridgeQuery } from '../../../bridge/use-bridge.tsx';
import { useEnvironment } from '../../../environments/use-environment.ts';
import { EmptyState, FailureNotice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Tone } from '../../../ui/status-badge.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadingBar } from '../../../ui/waiting.tsx';
import type { DeletionState } from '../deletion-state.ts';
import { ProposalSection } from './proposal-section.tsx';

const tones: Readonly<Record<ProposalState, Tone>> = {
  waiting: 'active',
  approved: 'active',
  rejected: 'bad',
  withdrawn: 'neutral',
  ended: 'neutral',
  begun: 'good',
};

interface ProposalsPageProps {
  state: StoreApi<DeletionState>;
  environments: readonly EnvironmentView[];
}

/** Shows what was proposed to a second person of the team, and one proposal with what it would do. */
export function ProposalsPage({ state, environments }: ProposalsPageProps) {
  const { id: environmentId } = useEnvironment();
  const list = useBridgeQuery('approvals.list', {}, { refetchInterval: 60_000 });
  const proposalId = useStore(state, (one) => one.proposal);
  const setShown = (proposal?: string) => state.setState({ proposal });
  const proposals = list.data?.proposals ?? [];
  const proposal = proposals.find(({ id }) => id === proposalId);
  const nameOf = ({ environmentId, environment: address }: ProposalView) =>
    environments.find(({ id }) => id === environmentId)?.settings.name ?? address;
  const columns: Column<ProposalView>[] = [
    { heading: 'Proposal', isName: true, cell: proposalText },
    { heading: 'Environment', cell: (one) => <OutsideText text={nameOf(one)} /> },
    { heading: 'Proposed by', cell: ({ by }) => <OutsideText text={memberText(by)} /> },
    { heading: 'When', cell: ({ at }) => <Time at={at} /> },
    {
      heading: 'State',
      cell: ({ state: of }) => <StatusBadge tone={tones[of]} status={proposalStateLabels[of]} />,
    },
    {
      heading: 'Until',
      cell: ({ state: of, endsAt }) =>
        (of === 'waiting' || of === 'approved') && <Time at={endsAt} relative={false} />,
    },
    {
      heading: 'Open',
      isHeadingHidden: true,
      cell: (one) => (
        <Button
          aria-label={`Open “${proposalText(one)}” of ${memberText(one.by)}`}
          aria-pressed={one.id === proposalId}
          onClick={() => setShown(one.id === proposalId ? undefined : one.id)}
        >
          Open
        </Button>
      ),
    },
  ];
  return (
    <>
      <LoadingBar busy={list.busy} />
      <Section title="Proposals">
        {list.failure && <FailureNotice failure={list.failure} />}
        {list.data !== undefined && proposals.length === 0 && (
          <EmptyState title="No proposals">
            Where your company’s policy asks for a second person, what is proposed is listed here.
          </EmptyState>
        )}
        {proposals.length > 0 && <Table label="Proposals" columns={columns} rows={proposals} />}
      </Section>
      {proposal !== undefined &&
        (proposal.environmentId === environmentId ? (
          <ProposalSection
            key={`${proposal.id} ${proposal.state}`}
            proposal={proposal}
            state={state}
            onDone={() => setShown()}
          />
        ) : (
          <Section title={proposalText(proposal)}>
            <Text>
              {proposal.environmentId === undefined
                ? `This console has no environment with the address ${visibleText(proposal.environment)}. Add it in Settings.`
                : `Select the environment ${visibleText(nameOf(proposal))} to see what it would do.`}
            </Text>
          </Section>
        ))}
    </>
  );
}
