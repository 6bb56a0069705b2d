import { Button, Group, Stack } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import type { BodyInput } from '../../../preload/contract/signatures.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { ComparedMembers } from '../../ui/compared-members.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { RevealAll } from '../../ui/masked.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';

interface ComparisonProps {
  /** The body that was checked; undefined for a large file. */
  body: BodyInput | undefined;
  environment: EnvironmentView;
}

/** Shows the callback's conversation beside what the service says of it now. */
export function Comparison({ body, environment }: ComparisonProps) {
  const last = useBridgeAction('signatures.compare', { environmentId: environment.id });
  // The last comparison may be of another body.
  const isOfThis = last.input?.body === body;
  const { busy = false, data, failure }: Partial<typeof last> = isOfThis ? last : {};
  const compare = () => void (body && last.run({ body }));
  return (
    <Stack gap={8} mt={12}>
      <Group>
        <Button leftSection={<IconArrowsDiff size={14} />} loading={busy} onClick={compare}>
          Compare with {visibleText(environment.settings.name)}
        </Button>
        {data && <RevealAll />}
      </Group>
      {busy && <SkeletonLines lines={4} />}
      {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} onRetry={compare} />}
      {data && <ComparedMembers comparison={data} />}
    </Stack>
  );
}
