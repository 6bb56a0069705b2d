import { Stack } from '@mantine/core';
import type { StoreApi } from 'zustand';
import type { ReportView } from '../../navigation.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { DecisionsReport } from './decisions-report.tsx';
import { JournalEntries } from './journal-entries.tsx';
import { JournalSection } from './journal-section.tsx';
import type { JournalView } from './journal-view.ts';
import { OpenReport } from './open-report.tsx';
import { OverviewReport } from './overview-report.tsx';

interface ReportsPageProps {
  view: ReportView;
  journal: StoreApi<JournalView>;
  onView(view: ReportView): void;
}

/** Shows what was decided, what is open, and what the journal has. */
export function ReportsPage({ view, journal, onView }: ReportsPageProps) {
  return (
    <TabbedPage<ReportView>
      title="Reports"
      view={view}
      onView={onView}
      views={[
        {
          value: 'overview',
          label: 'Overview',
          content: () => <OverviewReport />,
        },
        {
          value: 'decisions',
          label: 'Decisions',
          content: () => <DecisionsReport />,
        },
        {
          value: 'open',
          label: 'Open and changed',
          content: () => <OpenReport />,
        },
        {
          value: 'journal',
          label: 'Journal',
          content: () => (
            <Stack>
              <JournalSection />
              <JournalEntries view={journal} />
            </Stack>
          ),
        },
      ]}
    />
  );
}
