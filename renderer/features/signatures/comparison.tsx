import { Button, Group, Stack } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { ComparedMembers } from '../../ui/compared-members.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { RevealAll } from '../../ui/masked.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import type { CompareState } from './compare-store.ts';

interface ComparisonProps {
  store: StoreApi<CompareState>;
  environment: EnvironmentView;
}

/** Shows the callback's conversation beside what the service says of it now. */
export function Comparison({ store, environment }: ComparisonProps) {
  const { busy, comparison, failure, compare } = useStore(store);
  const ask = () => void compare(environment.id);
  return (
    <Stack gap={8} mt={12}>
      <Group>
        <Button leftSection={<IconArrowsDiff size={14} />} loading={busy} onClick={ask}>
          Compare with {visibleText(environment.settings.name)}
        </Button>
        {comparison && <RevealAll />}
      </Group>
      {busy && <SkeletonLines lines={4} />}
      {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} onRetry={ask} />}
      {comparison && <ComparedMembers comparison={comparison} />}
    </Stack>
  );
}
