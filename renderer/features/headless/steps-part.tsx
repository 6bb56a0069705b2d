import { Box, Flex } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { HeadlessStep } from '../../../preload/contract/headless.ts';
import { headlessComponentTerm } from '../../../preload/wording/headless.ts';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import type { Tone } from '../../ui/tone.ts';
import classes from './headless-page.module.css';
import type { HeadlessState } from './headless-state.ts';

export const outcomeLabels: Readonly<Record<HeadlessStep['outcome'], { label: string; tone: Tone }>> = {
  accepted: { label: 'Accepted', tone: 'good' },
  refused: { label: 'Incorrect fields', tone: 'bad' },
  same: { label: 'Shown again', tone: 'caution' },
  unknown: { label: 'Outcome unknown', tone: 'caution' },
};

/** Shows the answers that were given, also before a restart. */
export function StepsPart({ store }: { store: StoreApi<HeadlessState> }) {
  const { view } = useStore(store);
  const steps = view?.flow.steps ?? [];
  if (steps.length === 0) {
    return null;
  }
  return (
    <Section title="Answers so far">
      <Flex component="ol" direction="column" gap={6}>
        {steps.map(({ at, component, outcome }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
          <li key={index} className={classes.row}>
            <Box component="span" flex="1 1 10rem">
              {component === '' ? 'Another component' : headlessComponentTerm(component).label}
              <br />
              <span className={classes.quiet}>
                <Time at={at} />
              </span>
            </Box>
            <StatusBadge status={outcomeLabels[outcome].label} tone={outcomeLabels[outcome].tone} />
          </li>
        ))}
      </Flex>
    </Section>
  );
}
