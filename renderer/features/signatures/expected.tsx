import { Button, Flex, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { clearCopiesAfter } from '../../ui/clipboard.ts';
import { Copyable } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { useMask } from '../../ui/services.tsx';
import { keyTexts } from './verdict-texts.ts';

/** Shows the signature that the service would have sent; hidden until requested, and again when personal data is masked, on any change and on leaving. */
export function ExpectedSignature({ verificationId }: { verificationId: string }) {
  const timesMasked = useMask((state) => state.timesMasked);
  const [request, setRequested] = useState<{ verificationId: string; timesMasked: number }>();
  const isRequested = request?.verificationId === verificationId && request.timesMasked === timesMasked;
  const { data, failure, refresh } = useBridgeQuery(
    'signatures.expected',
    isRequested ? { verificationId } : undefined,
  );
  if (failure) {
    return <FailureNotice failure={failure} onRetry={refresh} />;
  }
  if (!data) {
    return (
      <Group gap={10}>
        <Button
          leftSection={<IconEye size={14} />}
          onClick={() => setRequested({ verificationId, timesMasked })}
        >
          Show the expected signature
        </Button>
        <span className={layout.quiet}>Hidden: it could be used to forge this body.</span>
      </Group>
    );
  }
  return (
    <Flex
      className={layout.tinted}
      data-tone="caution"
      wrap="wrap"
      align="center"
      columnGap={10}
      rowGap={6}
      px={12}
      py={10}
    >
      <Flex gap={6} fw={600} c="var(--tone)" className={layout.notice}>
        <IconAlertTriangle size={15} aria-hidden />
        Anyone with this signature can make this body look genuine. Share it only with people who hold the
        key.
      </Flex>
      {data.expected.map(({ key, signature }) => (
        <Stack key={`${key.environmentId} ${key.label} ${signature}`} gap={0} flex="1 1 100%">
          <span className={layout.quiet}>With {keyTexts(key)}</span>
          <Copyable value={signature} label="expected signature" clearAfterMs={clearCopiesAfter} />
        </Stack>
      ))}
      <Button leftSection={<IconEyeOff size={14} />} onClick={() => setRequested(undefined)}>
        Hide
      </Button>
    </Flex>
  );
}
