import { Box, Button, Flex, Text } from '@mantine/core';
import type { CallbackRow, FailureCause } from '../../../preload/contract/callbacks.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeProgress, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { useEnvironment } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { Progress } from '../../ui/waiting.tsx';
import { causeText, nothingFoundText } from '../signatures/cause-texts.ts';

/** Failures without a proved cause: the headline, and what to do. */
export const stateCauses: Record<
  Exclude<CallbackRow['state'], 'valid'>,
  { headline: string; todo: string }
> = {
  'wrong-signature': {
    headline: 'The signature is wrong, and no single change explains it.',
    todo: 'Open the newest: its panel also tries two changes at once.',
  },
  'outside-time': {
    headline: 'The messages are genuine, but their timestamps are not within 5 minutes of their arrival.',
    todo: 'Check the clock of the receiving computer, whether something on the way holds messages back, and whether the timestamps are in milliseconds.',
  },
  'not-a-message': {
    headline: 'The messages are genuine, but could not be read as complete callbacks.',
    todo: 'Open the newest: it says what is wrong.',
  },
  'not-verified': {
    headline: 'A signing key or a part of the message was missing, so that nothing could be verified.',
    todo: 'Save the signing key of this environment in Settings, and check that nothing on the way removes headers or cuts the body.',
  },
};

interface FailureCausesProps {
  onSelect(id: number): void;
}

/** Shows the failures of the inbox by their causes, each with what to do. */
export function FailureCauses({ onSelect }: FailureCausesProps) {
  const { id: environmentId } = useEnvironment();
  const input = { environmentId };
  const { data, failure, busy, refresh, stop } = useBridgeQuery('callbacks.causes', input);
  const progress = useBridgeProgress('callbacks.causes', input);
  return (
    <Box px={20} py={8} mah="40%" className={layout.scrolls}>
      <Section title="Causes" collapsible actions={!busy && <Button onClick={refresh}>Search again</Button>}>
        {busy && <Progress label="Searching for causes" done={0} {...progress} onStop={stop} />}
        {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} onRetry={refresh} />}
        {data && !busy && (
          <>
            <ul className={`${layout.plainList} ${layout.lines}`}>
              {data.causes.map((cause) => (
                <Cause key={cause.newestId} cause={cause} onSelect={onSelect} />
              ))}
            </ul>
            {data.grouped < data.total && (
              <p className={layout.quietParagraph}>
                The newest {data.grouped} of {data.total.toLocaleString('en')} failures.
              </p>
            )}
          </>
        )}
      </Section>
    </Box>
  );
}

/** Returns the headline of a group, and what to do. */
function textsOf({ state, finding, search }: FailureCause): { headline: string; todo: string } {
  if (finding) {
    return { headline: causeText(finding), todo: finding.remedy };
  }
  if (state !== 'wrong-signature') {
    return stateCauses[state];
  }
  if (search === undefined) {
    return {
      headline: 'The signature is wrong, and no signing key is saved to search for the cause with.',
      todo: 'Save the signing key of this environment in Settings, then search again.',
    };
  }
  const { matches, stoppedBy, tried } = search;
  if (!matches && stoppedBy === undefined && tried > 0) {
    return stateCauses[state];
  }
  return {
    headline: matches ? nothingFoundText(search) : `The signature is wrong. ${nothingFoundText(search)}`,
    todo: matches
      ? 'Its signing key was saved after it arrived. Later messages are verified with that key.'
      : stoppedBy === 'budget'
        ? 'Open the newest: its panel searches for longer.'
        : 'Open the newest: its panel says what was not tried, and what to collect.',
  };
}

function Cause({ cause, onSelect }: Pick<FailureCausesProps, 'onSelect'> & { cause: FailureCause }) {
  const { count, newestId } = cause;
  const { headline, todo } = textsOf(cause);
  return (
    <Flex component="li" justify="space-between" align="center" gap={12} py={6}>
      <Box miw={0} className={layout.anywhere}>
        <Text fw={600}>{headline}</Text>
        <Text c="var(--text-quiet)">{todo}</Text>
      </Box>
      <Flex align="center" gap={12} flex="none">
        <span>{counted(count, 'callback')}</span>
        <Button aria-label={`Open the newest: ${headline}`} onClick={() => onSelect(newestId)}>
          Open the newest
        </Button>
      </Flex>
    </Flex>
  );
}
