import { Tabs } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { DeletionReason } from '../../../preload/contract/deletion.ts';
import { isForMe } from '../../../preload/wording/approvals.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import layout from '../../ui/layout.module.css';
import { usePolicy } from '../../ui/policy.tsx';
import { DeletionPage } from './deletion-page.tsx';
import type { DeletionSection, From } from './deletion-state.ts';
import { DuePage } from './due/due-page.tsx';
import { ProposalsPage } from './proposals/proposals-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';

const sections: readonly { value: DeletionSection; label: string }[] = [
  { value: 'delete', label: 'Delete' },
  { value: 'proposals', label: 'Proposals' },
  { value: 'due', label: 'Due' },
  { value: 'requests', label: 'Requests' },
];

/** Shows the tabs for deletions, for what a second person approves, for what is due, and for requests for erasure. */
export function DeletionHome(props: Omit<ComponentProps<typeof DeletionPage>, 'bar'>) {
  const { state, environment, conversationId } = props;
  const section = useStore(state, (one) => one.section);
  const chosen = useStore(state, (one) => one.chosen);
  // What is chosen on another page is previewed at once.
  useEffect(() => {
    if (conversationId !== undefined || chosen !== undefined) {
      state.setState({ section: 'delete' });
    }
  }, [state, conversationId, chosen]);
  const { proposals = [] } = useBridgeQuery('approvals.list', {}).data ?? {};
  const asksSecond = (usePolicy()?.approval ?? []).length > 0 || proposals.length > 0;
  const forMe = proposals.filter(isForMe).length;
  const tabs = useRef<HTMLDivElement>(null);
  const chosenHere = useRef<DeletionSection>(undefined);
  // Each page has its own tabs, so the arrow keys would otherwise lose the focus with the page they leave.
  useEffect(() => {
    if (chosenHere.current === section) {
      chosenHere.current = undefined;
      tabs.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    }
  }, [section]);
  const bar = (
    <Tabs.List ref={tabs} aria-label="Deletion" className={layout.tabs ?? ''}>
      {sections
        .filter(({ value }) => value !== 'proposals' || asksSecond || section === 'proposals')
        .map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
            {value === 'proposals' && forMe > 0 && ` (${forMe})`}
          </Tabs.Tab>
        ))}
    </Tabs.List>
  );
  const preview = (from: From, reason: DeletionReason | undefined) =>
    state.setState({ section: 'delete', chosen: { from, reason } });
  const onOpen = (opened: string) => props.onOpen(environment.id, opened);
  const shared = { environment, bar, onOpen };
  const pages: Record<DeletionSection, () => ReactNode> = {
    delete: () => <DeletionPage {...props} bar={bar} />,
    proposals: () => (
      <ProposalsPage
        {...shared}
        state={state}
        environments={props.environments}
        onSettings={() => props.onSettings(environment.id)}
      />
    ),
    due: () => <DuePage {...shared} onDelete={preview} />,
    requests: () => (
      <RequestsPage {...shared} state={state} onDelete={(from) => preview(from, 'data-subject-request')} />
    ),
  };
  return (
    <Tabs
      value={section}
      onChange={(value) => {
        chosenHere.current = sections.find((one) => one.value === value)?.value ?? 'delete';
        state.setState({ section: chosenHere.current });
      }}
      h="100%"
    >
      {pages[section]()}
    </Tabs>
  );
}
