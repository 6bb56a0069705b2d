import { Stack } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { isForMe } from '../../../preload/wording/approvals.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { usePolicy } from '../../ui/policy.tsx';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { DeletionPage } from './deletion-page.tsx';
import type { DeletionSection, FilledIn, From } from './deletion-state.ts';
import { DuePage } from './due/due-page.tsx';
import { ProposalsPage } from './proposals/proposals-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';

const sections: Readonly<Record<DeletionSection, { label: string; subtitle: string }>> = {
  delete: { label: 'Delete', subtitle: 'Delete the data of people, or expire their conversations.' },
  proposals: {
    label: 'Proposals',
    subtitle: 'What a second person of your team approves before it is sent.',
  },
  due: { label: 'Due', subtitle: 'What must be deleted at the service, and by when.' },
  requests: {
    label: 'Requests',
    subtitle: 'Requests of people to erase their data, from the letter to the receipts.',
  },
};
const order: readonly DeletionSection[] = ['delete', 'proposals', 'due', 'requests'];

/** Shows the tabs for deletions, for what a second person approves, for what is due, and for requests for erasure. */
export function DeletionHome(props: ComponentProps<typeof DeletionPage>) {
  const { state, conversationId } = props;
  const section = useStore(state, (one) => one.section);
  const chosen = useStore(state, (one) => one.chosen);
  // A choice made on another page is previewed at once.
  useEffect(() => {
    if (conversationId !== undefined || chosen !== undefined) {
      state.setState({ section: 'delete' });
    }
  }, [state, conversationId, chosen]);
  const { proposals = [] } = useBridgeQuery('approvals.list', {}).data ?? {};
  const asksSecond = (usePolicy()?.approval ?? []).length > 0 || proposals.length > 0;
  const forMe = proposals.filter(isForMe).length;
  const preview = (from: From, filledIn: FilledIn) =>
    state.setState({ section: 'delete', chosen: { from, ...filledIn } });
  const pages: Record<DeletionSection, () => ReactNode> = {
    delete: () => <DeletionPage {...props} />,
    proposals: () => <ProposalsPage state={state} environments={props.environments} />,
    due: () => <DuePage onDelete={(from, reason) => preview(from, { reason })} />,
    requests: () => (
      <RequestsPage
        state={state}
        onDelete={(from, ticket) => preview(from, { reason: 'data-subject-request', ticket })}
      />
    ),
  };
  return (
    <TabbedPage
      title="Deletion"
      subtitle={sections[section].subtitle}
      view={section}
      onView={(value) => state.setState({ section: value })}
      views={order
        .filter((value) => value !== 'proposals' || asksSecond || section === 'proposals')
        .map((value) => ({
          value,
          label: `${sections[value].label}${value === 'proposals' && forMe > 0 ? ` (${forMe})` : ''}`,
          content: () => <Stack pos="relative">{pages[value]()}</Stack>,
        }))}
    />
  );
}
