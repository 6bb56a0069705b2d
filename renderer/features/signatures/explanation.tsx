import { Button, Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Progress } from '../../ui/waiting.tsx';
import type { CauseSearch, useCauseSearch } from './cause-search.ts';
import { Finding } from './finding.tsx';
import { NothingFound } from './nothing-found.tsx';
import { Recipes } from './recipes.tsx';

/** About when pairs are given up: main counts processor time. */
const maxPairsMs = 20_000;

/** Shows why the signature does not match: every cause that was proved, or what was ruled out. */
export function Explanation({ search }: { search: ReturnType<typeof useCauseSearch> }) {
  const announce = useAnnounce();
  const ended = search.explanation && headline(search);
  useEffect(() => {
    if (ended) {
      announce(ended);
    }
  }, [announce, ended]);
  if (!search.isWanted) {
    return null;
  }
  const { busy, progress, findings, explanation, failure, stop, explain } = search;
  return (
    <>
      <Section
        title="Why"
        aside={<Aside search={search} />}
        actions={
          !busy && (
            <Button leftSection={<IconSearch size={14} />} onClick={explain}>
              Search again
            </Button>
          )
        }
      >
        <Stack gap={12}>
          {busy && (
            // Each stage begins anew: the time of single changes does not predict that of pairs.
            <Progress
              key={progress?.stage ?? 'single'}
              label={
                progress?.stage === 'pairs'
                  ? 'No single change fits; trying two at once'
                  : 'Trying single changes'
              }
              done={progress?.tried ?? 0}
              {...(progress ? { total: progress.total } : {})}
              format={(count) => count.toLocaleString('en')}
              {...(progress?.stage === 'pairs' ? { maxMs: maxPairsMs } : {})}
              onStop={stop}
            />
          )}
          {findings.map((finding, index) => (
            <Finding key={`${finding.code} ${finding.sentence}`} finding={finding} first={index === 0} />
          ))}
          {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} />}
          {explanation && findings.length === 0 && <NothingFound explanation={explanation} />}
          {explanation && (
            <Text c="var(--text-quiet)">
              {explanation.tried.toLocaleString('en')} combinations tried.
              {findings.length > 0 && explanation.complete && ' Every cause found is shown.'}
              {explanation.unreadKeys.length > 0 && ` Not available: ${explanation.unreadKeys.join(' ')}`}
            </Text>
          )}
        </Stack>
      </Section>
      {findings.some(({ rawBody }) => rawBody) && <Recipes />}
    </>
  );
}

function Aside({ search: { findings, busy, explanation } }: { search: CauseSearch }) {
  if (findings.length > 0) {
    return (
      <StatusBadge
        tone="good"
        status={findings.length === 1 ? 'Cause proved' : `${findings.length} causes proved`}
        explain="The signature was computed again with exactly this change, and it matches the one that was sent."
      />
    );
  }
  if (busy) {
    return <StatusBadge tone="active" status="Searching" />;
  }
  if (explanation) {
    return (
      <StatusBadge
        tone="neutral"
        status={explanation.stoppedBy === 'cancelled' ? 'Stopped' : 'No cause found'}
      />
    );
  }
  return null;
}

function headline({ findings, explanation }: CauseSearch): string {
  const [first] = findings;
  if (first) {
    return `${findings.length === 1 ? 'Cause' : `${findings.length} causes`} proved. ${first.sentence}`;
  }
  return explanation?.stoppedBy === 'cancelled' ? 'The search was stopped.' : 'No cause found.';
}
