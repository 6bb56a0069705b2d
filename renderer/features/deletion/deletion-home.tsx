import { SegmentedControl } from '@mantine/core';
import { type ComponentProps, useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { DeletionPage } from './deletion-page.tsx';
import { DuePage } from './due/due-page.tsx';
import { ManyPage } from './many/many-page.tsx';
import { RegisterPage } from './many/register-page.tsx';
import type { DeletionSection, RunsState } from './many/runs-store.ts';
import { RequestsPage } from './requests/requests-page.tsx';

interface DeletionHomeProps extends Omit<ComponentProps<typeof DeletionPage>, 'bar' | 'onEndMonitoring'> {
  /** Opens a case in the environment of its deletion. */
  onOpenIn(environmentId: string, conversationId: string): void;
  runs: StoreApi<RunsState>;
}

const sections: readonly { value: DeletionSection; label: string }[] = [
  { value: 'one', label: 'One conversation' },
  { value: 'many', label: 'Many' },
  { value: 'due', label: 'Due' },
  { value: 'requests', label: 'Requests' },
  { value: 'register', label: 'Register' },
];

/** Shows the tabs for one deletion, for many, and for the register. */
export function DeletionHome({ onOpenIn, runs, ...one }: DeletionHomeProps) {
  const { section, show } = useStore(runs);
  // A conversation chosen on another page opens the tab for one.
  useEffect(() => {
    if (one.conversationId !== undefined) {
      runs.getState().show('one');
    }
  }, [runs, one.conversationId]);
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
        show(chosenHere.current);
      }}
      data={[...sections]}
    />
  );
  const deleteData = (from: OperationInput<'deletionRuns.prepare'>['from']) => {
    runs.getState().setMode('DELETE_DATA');
    void runs.getState().prepare(one.environment.id, from);
  };
  switch (section) {
    case 'one':
      return (
        <DeletionPage
          {...one}
          bar={bar}
          onEndMonitoring={(conversationId) =>
            void runs.getState().prepareEndingMonitoring(one.environment.id, conversationId)
          }
        />
      );
    case 'many':
      return <ManyPage store={runs} environment={one.environment} bar={bar} onOpen={one.onOpen} />;
    case 'due':
      return <DuePage environment={one.environment} bar={bar} onOpen={one.onOpen} onDelete={deleteData} />;
    case 'requests':
      return (
        <RequestsPage
          environment={one.environment}
          bar={bar}
          onOpen={one.onOpen}
          onDelete={(ids) => deleteData({ ids })}
        />
      );
    case 'register':
      return <RegisterPage environments={one.environments} bar={bar} onOpenIn={onOpenIn} />;
  }
}
