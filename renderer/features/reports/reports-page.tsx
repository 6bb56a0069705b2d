import { Stack, Tabs } from '@mantine/core';
import type { StoreApi } from 'zustand';
import { type ReportView, reportViews } from '../../navigation.ts';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page.tsx';
import { DecisionsReport } from './decisions-report.tsx';
import { JournalEntries } from './journal-entries.tsx';
import { JournalSection } from './journal-section.tsx';
import type { JournalView } from './journal-view.ts';
import { OpenReport } from './open-report.tsx';
import { OverviewReport } from './overview-report.tsx';

const labels: Readonly<Record<ReportView, string>> = {
  overview: 'Overview',
  decisions: 'Decisions',
  open: 'Open and changed',
  journal: 'Journal',
};

interface ReportsPageProps {
  environmentId: string;
  view: ReportView;
  journal: StoreApi<JournalView>;
  onView(view: ReportView): void;
  onOpen(conversationId: string): void;
}

/** Shows what was decided, what is open, and what the journal has. */
export function ReportsPage({ environmentId, view, journal, onView, onOpen }: ReportsPageProps) {
  return (
    <Tabs
      value={view}
      onChange={(value) => onView(reportViews.find((one) => one === value) ?? 'overview')}
      keepMounted={false}
      h="100%"
    >
      <Page
        title="Reports"
        bar={
          <Tabs.List aria-label="Reports" className={layout.tabs ?? ''}>
            {reportViews.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {labels[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel value="overview">
          <OverviewReport environmentId={environmentId} />
        </Tabs.Panel>
        <Tabs.Panel value="decisions">
          <DecisionsReport environmentId={environmentId} />
        </Tabs.Panel>
        <Tabs.Panel value="open">
          <OpenReport environmentId={environmentId} onOpen={onOpen} />
        </Tabs.Panel>
        <Tabs.Panel value="journal">
          <Stack>
            <JournalSection />
            <JournalEntries environmentId={environmentId} view={journal} onOpen={onOpen} />
          </Stack>
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
