import { Button, Group } from '@mantine/core';
import { Bar } from '../../ui/bar.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { useGo } from '../../ui/services.tsx';
import { type SandboxTry, tryTexts } from './use-inbox.ts';

interface SandboxTryProps {
  attempt: SandboxTry;
  isOver: boolean;
  busy: boolean;
  onPlay(ending: 'well' | 'failed' | 'canceled'): void;
  onClose(): void;
}

/** Shows a conversation in the sandbox that calls this listener, and its user’s part. */
export function SandboxTryView({ attempt, isOver, busy, onPlay, onClose }: SandboxTryProps) {
  const go = useGo();
  const { conversationId, url } = attempt;
  return (
    <Bar direction="column" py={10} bg="var(--environment-sandbox-surface)" name="Sandbox conversation">
      <p className={layout.anywhere}>{isOver ? tryTexts.over : tryTexts.begun}</p>
      {!isOver && (
        <Group>
          <Button disabled={busy} onClick={() => onPlay('well')}>
            Finish
          </Button>
          <Button disabled={busy} onClick={() => onPlay('failed')}>
            Fail
          </Button>
          <Button disabled={busy} onClick={() => onPlay('canceled')}>
            Cancel
          </Button>
          {url !== undefined && <Copyable value={url} label="address for the user" />}
        </Group>
      )}
      {isOver && (
        <Group>
          <Button onClick={() => go({ page: 'conversations', conversationId })}>Open case</Button>
          <Button variant="subtle" onClick={onClose}>
            Close
          </Button>
        </Group>
      )}
    </Bar>
  );
}
