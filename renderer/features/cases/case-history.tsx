import { Box, Text } from '@mantine/core';
import type { CaseDetails } from '../../../preload/contract/cases.ts';
import { historyText, unknownText } from '../../../preload/wording/history.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { EmptyState } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './case-panel.module.css';

/** Shows the actions on a case in this console, newest first. */
export function CaseHistory({ details }: { details: CaseDetails | undefined }) {
  const isTeam = useBridgeQuery('team.view', {}).data?.team !== undefined;
  if (details === undefined || details.history.length === 0) {
    return (
      <EmptyState title="No history">
        <p>
          This console records the actions on this case here: opening, revealing, decisions, notes, deletion.
        </p>
      </EmptyState>
    );
  }
  return (
    <Box className={layout.scrolls} px={14} pt={12} pb={28}>
      <Text mb={4} fz={12} c="dimmed">
        {isTeam
          ? 'Kept in this console and, as far as a team shares it, in the team’s database; not at the service.'
          : 'Kept in this console, not at the service.'}
      </Text>
      <HistoryEntries entries={details.history} details={details} />
    </Box>
  );
}

/** In characters: a comment of the longest kind, with its reason. */
const longest = 5000;

interface HistoryEntriesProps {
  /** Those that are shown of the case’s history. */
  entries: CaseDetails['history'];
  details: CaseDetails;
}

export function HistoryEntries({ entries, details }: HistoryEntriesProps) {
  const { data: company = { reasons: [] } } = useEnvironmentQuery('cases.settings', {});
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => {
        const { label, text } = historyText(entry, company);
        const unknown = unknownText(entry, details.history);
        return (
          <li key={entry.seq}>
            <span>{label}</span>
            {text !== undefined && (
              <span className={layout.preformatted}>
                <OutsideText text={text} max={longest} hasLines />
              </span>
            )}
            {unknown !== undefined && (
              <Text span fz={12} c="var(--status-caution)">
                <OutsideText text={unknown} max={400} />
              </Text>
            )}
            <EntryBy {...entry} />
          </li>
        );
      })}
    </ol>
  );
}

/** Shows who entered something, and when. */
export function EntryBy({ at, actor }: { at: number; actor: string }) {
  return (
    <span className={layout.quietSmall}>
      <OutsideText text={actor} max={60} />, <Time at={at} />
    </span>
  );
}
