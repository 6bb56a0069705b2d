import { Button, Stack, Switch, Text } from '@mantine/core';
import { useKeychain } from '../../environments/use-keychain.ts';
import { Copyable } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';

const states: Record<'available' | 'absent' | 'locked' | 'denied', { label: string; tone: Tone }> = {
  available: { label: 'Available', tone: 'good' },
  absent: { label: 'Absent', tone: 'bad' },
  locked: { label: 'Locked', tone: 'caution' },
  denied: { label: 'Denied', tone: 'caution' },
};

/** Secret storage on this machine, and what to do when it cannot be reached. */
export function KeychainSection() {
  const { keychain, isChecking, check, cancel, sessionOnly } = useKeychain();
  const badge = keychain && states[keychain.state];
  return (
    <Section
      title="Secret storage"
      aside={badge && <StatusBadge status={badge.label} tone={badge.tone} />}
      actions={
        keychain?.isWaiting ? (
          <Button onClick={cancel}>Stop waiting</Button>
        ) : (
          <Button loading={isChecking} onClick={check}>
            Check again
          </Button>
        )
      }
    >
      <Stack align="flex-start" gap={10}>
        <Stack align="flex-start" gap={10}>
          {keychain ? (
            <>
              <div>
                <Text maw={736}>{keychain.message}</Text>
                {keychain.hint !== undefined && <Text maw={736}>{keychain.hint}</Text>}
              </div>
              {keychain.command !== undefined && (
                <Text component="span" display="block" w="100%" className={layout.anywhere}>
                  <Copyable value={keychain.command} label="command" />
                </Text>
              )}
            </>
          ) : (
            <SkeletonLines lines={2} />
          )}
        </Stack>
        {keychain && (
          <Switch
            label="Keep new secrets for this session only"
            description="In memory, until the console closes. Never written to a file."
            checked={keychain.sessionOnly}
            onChange={(event) => sessionOnly(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Section>
  );
}
