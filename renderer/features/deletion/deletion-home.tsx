import { SegmentedControl } from '@mantine/core';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { DeletionPage } from './deletion-page.tsx';
import type { DeletionSection, DeletionState } from './deletion-state.ts';
import { DuePage } from './due/due-page.tsx';
import { RegisterPage } from './register/register-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';

const sections: readonly { value: DeletionSection; label: string }[] = [
  { value: 'delete', label: 'Delete' },
  { value: 'due', label: 'Due' },
  { value: 'requests', label: 'Requests' },
  { value: 'register', label: 'Register' },
];

/** Shows the tabs for deletions, for what is due, for requests for erasure, and for the register. */
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
  const tabs = useRef<HTMLDivElement>(null);
  const chosenHere = useRef<DeletionSection>(undefined);
  // Each page has its own tabs, so the arrow keys would otherwise lose the focus with the page they leave.
  useEffect(() => {
    if (chosenHere.current === section) {
      chosenHere.current = undefined;
      tabs.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    }
  }, [section]);
  const bar = (
    <SegmentedControl
      ref={tabs}
      aria-label="Kind of deletion"
      value={section}
      onChange={(value) => {
        chosenHere.current = value as DeletionSection;
        state.setState({ section: chosenHere.current });
      }}
      data={[...sections]}
    />
  );
  const preview = (from: NonNullable<DeletionState['chosen']>) =>
    state.setState({ section: 'delete', chosen: from });
  const onOpen = (opened: string) => props.onOpen(environment.id, opened);
  switch (section) {
    case 'delete':
      return <DeletionPage {...props} bar={bar} />;
    case 'due':
      return <DuePage environment={environment} bar={bar} onOpen={onOpen} onDelete={preview} />;
    case 'requests':
      return (
        <RequestsPage
          environment={environment}
          bar={bar}
          onOpen={onOpen}
          onDelete={(ids) => preview({ ids })}
        />
      );
    case 'register':
      return <RegisterPage environments={props.environments} bar={bar} onOpenIn={props.onOpen} />;
  }
}
