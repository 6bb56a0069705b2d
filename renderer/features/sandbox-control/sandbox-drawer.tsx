import { Button, Drawer, Flex, Group, Select, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../preload/wording/terms.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { useGo } from '../../ui/services.tsx';
import { Time } from '../../ui/time.tsx';
import { LoadingBar } from '../../ui/waiting.tsx';
import { CallbackPart } from './callback-part.tsx';
import { CertificatePart } from './certificate-part.tsx';
import { EndUserPart } from './end-user-part.tsx';
import { FaultPart } from './fault-part.tsx';
import { useSandboxCommand } from './use-sandbox.ts';

interface SandboxDrawerProps {
  /** The conversation that is open, where one is. */
  conversationId: string | undefined;
  /** The address of the console's own listener for callbacks, where it is on. */
  listenerUrl: string | undefined;
  onClose(): void;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Controls the console's own sandbox: end user, callbacks, faults and time. */
export function SandboxDrawer({ conversationId, listenerUrl, onClose }: SandboxDrawerProps) {
  const go = useGo();
  const { data: state, failure, busy: isReading, refresh } = useEnvironmentQuery('sandbox.state', {});
  const { command, busy, failure: refusal } = useSandboxCommand();
  const [chosen, setChosen] = useState<string | null>(conversationId ?? null);
  const conversation = state?.conversations.find(({ id }) => id === chosen);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="27rem"
      title="Sandbox controls"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap={20} pt={8} pos="relative">
        <LoadingBar busy={busy || isReading} />
        {failure && <FailureNotice failure={failure} onRetry={refresh} />}
        {refusal && <FailureNotice failure={refusal} />}
        {state && (
          <>
            <Select
              allowDeselect
              label="Conversation"
              placeholder="Choose a conversation"
              searchable
              clearable
              nothingFoundMessage="No conversation with this name or id"
              value={conversation ? chosen : null}
              onChange={setChosen}
              data={state.conversations
                .filter(({ gone }) => !gone)
                .map(({ id, title }) => ({ value: id, label: `${title} (${id.slice(0, 8)})` }))}
              maxDropdownHeight={320}
            />
            {conversation && (
              <>
                <EndUserPart
                  key={`end user ${conversation.id}`}
                  conversation={conversation}
                  onShow={() => {
                    onClose();
                    go({ page: 'conversations', conversationId: conversation.id });
                  }}
                />
                <CallbackPart
                  key={`callback ${conversation.id}`}
                  conversationId={conversation.id}
                  listenerUrl={listenerUrl}
                  deliveries={state.deliveries}
                />
              </>
            )}
            <CertificatePart />
            <FaultPart conversationId={conversation?.id} waiting={state.faults} />
            <Flex component="section" direction="column" gap={8} aria-label="Clock">
              <Title order={2}>Clock</Title>
              <p className={layout.quietParagraph}>
                <Time at={state.now} relative={false} />
                {state.aheadMs > 1000 && `, ${span(state.aheadMs)} ahead of this computer`}
              </p>
              <Group align="flex-end">
                {[hour, day, 5 * day].map((advanceMs) => (
                  <Button
                    key={advanceMs}
                    disabled={busy}
                    onClick={() => command({ kind: 'clock', advanceMs })}
                  >
                    Forward {span(advanceMs)}
                  </Button>
                ))}
              </Group>
            </Flex>
            <Group align="flex-end">
              <Button disabled={busy} onClick={() => command({ kind: 'reset' })}>
                Reset the sandbox
              </Button>
              <span className={layout.quietParagraph}>
                Restores the conversations and the clock, and clears the faults.
              </span>
            </Group>
          </>
        )}
      </Stack>
    </Drawer>
  );
}

function span(ms: number): string {
  const hours = Math.max(1, Math.round(ms / hour));
  return hours < 24 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}
