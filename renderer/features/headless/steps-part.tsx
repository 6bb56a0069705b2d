import { Box, Flex, Group, Text } from '@mantine/core';
import type { HeadlessStep } from '../../../preload/contract/headless.ts';
import { headlessComponentTerm } from '../../../preload/wording/headless.ts';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import type { Tone } from '../../ui/tone.ts';

const outcomeLabels: Readonly<Record<HeadlessStep['outcome'], { label: string; tone: Tone }>> = {
  accepted: { label: 'Accepted', tone: 'good' },
  refused: { label: 'Incorrect fields', tone: 'bad' },
  same: { label: 'Shown again', tone: 'caution' },
  unknown: { label: 'Outcome unknown', tone: 'caution' },
};

/** Shows the answers that were given, also before a restart. */
export function StepsPart({ steps }: { steps: readonly HeadlessStep[] }) {
  if (steps.length === 0) {
    return null;
  }
  return (
    <Section title="Answers so far">
      <Flex component="ol" direction="column" gap={6}>
        {steps.map(({ at, component, outcome }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
          <Group component="li" key={index} gap={10}>
            <Box component="span" flex="1 1 10rem">
              {component === '' ? 'Another component' : headlessComponentTerm(component).label}
              <br />
              <Text span c="dimmed">
                <Time at={at} />
              </Text>
            </Box>
            <StatusBadge status={outcomeLabels[outcome].label} tone={outcomeLabels[outcome].tone} />
          </Group>
        ))}
      </Flex>
    </Section>
  );
}
