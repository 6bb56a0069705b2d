import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { IconArrowsDiff, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ComparedMessage } from '../../../preload/contract/signatures.ts';
import { type BridgeClient, CallFailure } from '../../bridge/bridge-client.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { useEnvironment, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { ComparedMembers } from '../../ui/compared-members.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import { localTime } from '../../ui/format-date.ts';
import { FailureNotice } from '../../ui/notices.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import type { Message } from './message.ts';

/** The newest callbacks to choose from. */
const maxRows = 100;

type Other = { id: number } | { source: string | Uint8Array };

interface CompareMessagesProps {
  message: Message;
}

/** Compares the message, headers and body, with another: a received callback of the environment, or one that is pasted or in a file. */
export function CompareMessages({ message }: CompareMessagesProps) {
  const { id: environmentId } = useEnvironment();
  const filter = { show: 'all' } as const;
  const { data } = useEnvironmentQuery('callbacks.list', { filter, from: 0, count: maxRows });
  const [choice, setChosen] = useState<string | null>(null);
  const [text, setTyped] = useState('');
  const last = useBridgeAction(
    'signatures.compareMessages',
    {},
    {
      latestOnly: true,
      async perform({ other }: { name: string; other: Other }, invoke, signal) {
        const headers = message.headers.map(([name, value]): [string, string] => [name, value]);
        const first = { headers, body: message.body ?? new Uint8Array() };
        const second = await otherMessage(other, environmentId, invoke, signal);
        return invoke('signatures.compareMessages', { first, second }, { signal });
      },
    },
  );
  const compare = (other: Other) => void last.run({ name: message.name, other });
  // The last comparison may be of another message.
  const comparing: Partial<typeof last> = last.input?.name === message.name ? last : {};
  const isOther = ({ id }: { id: number }) => message.name !== `callback ${id}`;
  return (
    <Stack gap={8}>
      <Select
        allowDeselect
        label="With a received callback"
        placeholder="Choose one"
        searchable
        value={choice}
        data={(data?.rows ?? []).filter(isOther).map(({ id, receivedAt, event, conversationId }) => ({
          value: String(id),
          label: [
            localTime(new Date(receivedAt), navigator.language),
            event ?? 'Not a callback',
            conversationId?.slice(0, 8),
          ].join(' · '),
        }))}
        onChange={(id) => {
          setChosen(id);
          if (id !== null) {
            compare({ id: Number(id) });
          }
        }}
      />
      <Textarea
        label="With another message"
        placeholder="Paste a whole request or a body"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Group gap={6}>
        <Button
          leftSection={<IconArrowsDiff size={14} />}
          disabled={text.trim() === ''}
          onClick={() => {
            setChosen(null);
            compare({ source: text });
          }}
        >
          Compare
        </Button>
        <FileChoice
          icon={<IconFileImport size={14} />}
          onFile={async (file) => {
            setChosen(null);
            compare({ source: new Uint8Array(await file.arrayBuffer()) });
          }}
        >
          With a file…
        </FileChoice>
      </Group>
      {comparing.busy && <SkeletonLines lines={4} />}
      {comparing.failure && comparing.failure.code !== 'cancelled' && (
        <FailureNotice failure={comparing.failure} />
      )}
      {comparing.data && !comparing.busy && (
        <ComparedMembers comparison={comparing.data} names={['This message', 'The other']}>
          {comparing.data.differing === 0 && 'Headers and body have the same members.'}
        </ComparedMembers>
      )}
    </Stack>
  );
}

/** Returns the other message: as it was received, or the most likely of those in a source. @throws CallFailure */
async function otherMessage(
  other: Other,
  environmentId: string,
  invoke: BridgeClient['invoke'],
  signal: AbortSignal,
): Promise<ComparedMessage> {
  if ('id' in other) {
    return invoke('callbacks.get', { environmentId, id: other.id }, { signal });
  }
  const { source } = other;
  const importResult = await invoke(
    'signatures.import',
    { source, pasted: typeof source === 'string' },
    { signal },
  );
  const request = importResult.ok ? importResult.requests[0] : undefined;
  if (request?.body === undefined) {
    const message = `Nothing was compared. ${importResult.ok ? 'The other message has no body.' : importResult.sentence}`;
    throw new CallFailure({ code: 'invalid-input', message, retryable: false });
  }
  const { timestamp, signature, body } = request;
  const headers: [string, string | undefined][] = [
    ['X-Signature', signature],
    ['X-Signature-Timestamp', timestamp],
  ];
  return { body, headers: headers.filter((one): one is [string, string] => one[1] !== undefined) };
}
