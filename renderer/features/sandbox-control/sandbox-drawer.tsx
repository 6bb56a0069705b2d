import { Button, Drawer, Flex, Group, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { SandboxCommand } from '../../../preload/contract/sandbox.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { Time } from '../../ui/time.tsx';
import { LoadingBar } from '../../ui/waiting.tsx';
import { CallbackPart } from './callback-part.tsx';
import { CertificatePart } from './certificate-part.tsx';
import { EndUserPart } from './end-user-part.tsx';
import { FaultPart } from './fault-part.tsx';
import classes from './sandbox-drawer.module.css';
import type { SandboxDrawerState } from './sandbox-store.ts';

interface SandboxDrawerProps {
  store: StoreApi<SandboxDrawerState>;
  environmentId: string;
  /** The conversation that is open, where one is. */
  conversationId: string | undefined;
  /** The address of the console's own listener for callbacks, where it is on. */
  listenerUrl: string | undefined;
  onShow(conversationId: string): void;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Controls the console's own sandbox: end user, callbacks, faults and time. */
export function SandboxDrawer({
  store,
  environmentId,
  conversationId,
  listenerUrl,
  onShow,
}: SandboxDrawerProps) {
  const { opened, state, busy, failure, certificate } = useStore(store);
  const { close, open, issueCertificate } = store.getState();
  const [chosen, setChosen] = useState<string | null>(conversationId ?? null);
  useEffect(() => {
    if (opened) {
      setChosen(conversationId ?? null);
    }
  }, [opened, conversationId]);
  const command = (given: SandboxCommand) => store.getState().command(environmentId, given);
  const conversation = state?.conversations.find(({ id }) => id === chosen);
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size="27rem"
      title="Sandbox controls"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        <LoadingBar busy={busy} />
        {failure && <FailureNotice failure={failure} onRetry={() => open(environmentId)} />}
        {state && (
          <>
            <Select
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
                  busy={busy}
                  onCommand={command}
                  onShow={() => {
                    close();
                    onShow(conversation.id);
                  }}
                />
                <CallbackPart
                  key={`callback ${conversation.id}`}
                  conversationId={conversation.id}
                  listenerUrl={listenerUrl}
                  deliveries={state.deliveries}
                  busy={busy}
                  onCommand={command}
                />
              </>
            )}
            <CertificatePart
              certificate={certificate}
              busy={busy}
              onIssue={() => void issueCertificate(environmentId)}
            />
            <FaultPart
              conversationId={conversation?.id}
              waiting={state.faults}
              busy={busy}
              onCommand={command}
            />
            <Flex component="section" direction="column" gap={8} aria-label="Clock">
              <h2 className={classes.heading}>Clock</h2>
              <p className={layout.quietParagraph}>
                <Time at={state.now} relative={false} />
                {state.aheadMs > 1000 && `, ${span(state.aheadMs)} ahead of this computer`}
              </p>
              <Group align="flex-end">
                {[hour, day, 5 * day].map((advanceMs) => (
                  <Button
                    key={advanceMs}
                    disabled={busy}
                    onClick={() => void command({ kind: 'clock', advanceMs })}
                  >
                    Forward {span(advanceMs)}
                  </Button>
                ))}
              </Group>
            </Flex>
            <Group align="flex-end">
              <Button disabled={busy} onClick={() => void command({ kind: 'reset' })}>
                Reset the sandbox
              </Button>
              <span className={layout.quietParagraph}>
                Restores the conversations and the clock, and clears the faults.
              </span>
            </Group>
          </>
        )}
      </div>
    </Drawer>
  );
}

function span(ms: number): string {
  const hours = Math.max(1, Math.round(ms / hour));
  return hours < 24 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}
