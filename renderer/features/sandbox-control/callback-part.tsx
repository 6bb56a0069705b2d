import { Button, Flex, Group, Select, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { type SandboxDelivery, sandboxEvents } from '../../../preload/contract/sandbox.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Time } from '../../ui/time.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { submitted, useFormCheck } from '../../ui/use-form-check.ts';
import { eventLabels } from './sandbox-wording.ts';
import { useSandboxCommand } from './use-sandbox.ts';

interface CallbackPartProps {
  conversationId: string;
  /** The address of the console's own listener, where it is on. */
  listenerUrl: string | undefined;
  deliveries: readonly SandboxDelivery[];
}

type Event = (typeof sandboxEvents)[number];

/** Sends a signed callback to a receiver on this computer, and shows how it was answered (interface 6). */
export function CallbackPart({ conversationId, listenerUrl, deliveries }: CallbackPartProps) {
  const { command, busy } = useSandboxCommand();
  const { copy } = useCopy();
  const [event, setEvent] = useState<Event>('FINISHED');
  const [url, setUrl] = useState(listenerUrl ?? 'http://127.0.0.1:8080/callback');
  const check = useFormCheck({ url: url.trim() === '' && 'Enter an address.' });
  const send = () => check.passes() && command({ kind: 'callback', conversationId, event, url: url.trim() });
  return (
    <Flex component="section" direction="column" gap={8} aria-label="Callback">
      <Title order={2}>Callback</Title>
      <Flex component="form" ref={check.ref} direction="column" gap={8} onSubmit={submitted(send)}>
        <Group align="flex-end">
          <Select
            label="Event"
            flex="1"
            miw={144}
            value={event}
            onChange={(value) => setEvent(sandboxEvents.find((one) => one === value) ?? 'FINISHED')}
            data={sandboxEvents.map((value) => ({ value, label: eventLabels[value] }))}
          />
          <Button type="submit" disabled={busy}>
            Send
          </Button>
        </Group>
        <TextInput
          label="Receiver on this computer"
          value={url}
          error={check.errors.url}
          onChange={(changed) => setUrl(changed.currentTarget.value)}
        />
      </Flex>
      {deliveries.length > 0 && (
        <Flex
          component="ul"
          direction="column"
          gap={6}
          className={layout.lines}
          aria-label="Attempts to deliver"
        >
          {deliveries.slice(0, 5).map((delivery) => (
            <Flex
              component="li"
              wrap="wrap"
              align="center"
              columnGap={8}
              rowGap={4}
              pt={6}
              key={`${delivery.time} ${delivery.attempt} ${delivery.event}`}
            >
              <strong>{delivery.event}</strong>
              <span>{delivery.status === undefined ? 'No answer' : `Answered ${delivery.status}`}</span>
              <span className={layout.quietParagraph}>
                attempt {delivery.attempt}, <Time at={delivery.time} />
              </span>
              <Button variant="subtle" size="compact-xs" onClick={() => void copy(delivery.request)}>
                Copy request
              </Button>
              <Text component="span" flex="1 0 100%" c="dimmed" className={layout.anywhere}>
                <OutsideText text={delivery.url} max={200} />
                {delivery.error !== undefined && (
                  <>
                    {': '}
                    <OutsideText text={delivery.error} max={200} />
                  </>
                )}
              </Text>
            </Flex>
          ))}
        </Flex>
      )}
    </Flex>
  );
}
