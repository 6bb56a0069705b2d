import { Button, Checkbox, Flex, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconListCheck, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import {
  maxResent,
  maxUnanswered,
  type ResentMessage,
} from '../../../preload/contract/callback-resending.ts';
import { maxMissed } from '../../../preload/contract/callbacks.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { counted } from '../../../preload/wording/terms.ts';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { fieldTime } from '../../ui/format-date.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { submitted, useFormCheck } from '../../ui/use-form-check.ts';
import { Progress } from '../../ui/waiting.tsx';
import { eventText } from './callback-wording.ts';
import { publicIpOf, ReceiverFields, signingKeyOf } from './receiver-fields.tsx';
import type { SendDraft } from './send-draft.ts';
import { noAnswerReasons } from './send-result.tsx';

interface SendAgainProps {
  /** Holds the key, and the receiver of the first message, which are those of Send. */
  store: StoreApi<SendDraft>;
}

/** Sends messages since a time to a receiver again, at a pace, and shows which were answered how. */
export function SendAgain({ store }: SendAgainProps) {
  const { signingKeys: keys } = useEnvironment();
  const draft = useStore(store);
  const [choice, setChoice] = useState(() => ({
    since: fieldTime(Date.now() - 86_400_000),
    inbox: true,
    missed: true,
  }));
  const [perSecond, setPerSecond] = useState(2);
  const changes = { changes: ['callbacks.resent'] } as const;
  const list = useEnvironmentQuery(
    'callbacks.resent',
    {},
    // A window that was reloaded gets no reports of the run.
    { refetchInterval: ({ state: { data } }) => data?.isRunning === true && 1000 },
  );
  const { data: storage } = useEnvironmentQuery('cases.status', {});
  const choosing = useEnvironmentAction('callbacks.chooseResent', {}, changes);
  const sending = useEnvironmentAction('callbacks.resend', {}, { keep: true, ...changes });
  const stopping = useEnvironmentAction('callbacks.stopResending');
  const outcomes = new Map(sending.busy ? sending.reports.map(({ place, outcome }) => [place, outcome]) : []);
  const messages = (list.data?.messages ?? []).map((message, place) => ({
    ...message,
    ...omitUndefined({ outcome: outcomes.get(place) ?? message.outcome }),
  }));
  const open = messages.filter(({ outcome }) => !outcome?.isAccepted).length;
  const [enteredUrl, setEnteredUrl] = useState<string>();
  // The rest goes to the receiver of what was sent, also after a restart.
  const url = enteredUrl ?? messages.findLast(({ outcome }) => outcome)?.outcome?.url ?? draft.url;
  const keyId = signingKeyOf(keys, draft.keyId);
  const failure = list.failure ?? choosing.failure ?? sending.failure;
  const publicIp = publicIpOf(sending.failure);
  const isRunning = sending.busy || list.data?.isRunning === true;
  const check = useFormCheck({ url: url.trim() === '' && 'Enter the address of the receiver.' });
  const send = (confirmedIp?: string) => {
    if (check.passes() && keyId !== null) {
      choosing.reset();
      void sending.run({ url, keyId, perSecond, ...omitUndefined({ confirmedIp }) });
    }
  };
  const since = Date.parse(choice.since);
  return (
    <Section title="Send again">
      <Stack ref={check.ref} gap={12} component="form" onSubmit={submitted(() => send())}>
        <Text maw={736}>
          Sends messages to a receiver of yours, signed now: callbacks of the inbox as they came, and cases
          without a callback in time as the service returns them. Callbacks that came too old or early are
          left out, since a receiver refuses them. The messages sent are remembered
          {storage?.storage === 'memory' ? ' until the console closes' : ', also after a restart'}, so that
          the rest can follow later.
        </Text>
        <Group align="flex-end">
          <TextInput
            label="Since"
            type="datetime-local"
            value={choice.since}
            onChange={({ currentTarget: { value } }) => setChoice({ ...choice, since: value })}
          />
          <Stack gap={8}>
            <Checkbox
              label="Callbacks of the inbox with a valid signature that came in time"
              checked={choice.inbox}
              onChange={({ currentTarget: { checked } }) => setChoice({ ...choice, inbox: checked })}
            />
            <Checkbox
              label="Cases without a callback"
              checked={choice.missed}
              onChange={({ currentTarget: { checked } }) => setChoice({ ...choice, missed: checked })}
            />
          </Stack>
          <Button
            leftSection={<IconListCheck size={14} />}
            disabled={isRunning || Number.isNaN(since) || !(choice.inbox || choice.missed)}
            loading={choosing.busy}
            onClick={() => {
              sending.reset();
              void choosing.run({ ...choice, since });
            }}
          >
            List messages
          </Button>
        </Group>
        {messages.length > 0 && (
          <>
            <Group align="flex-start">
              <Stack gap={12} flex="1 1 22rem" maw={480}>
                <ReceiverFields
                  offersListener
                  url={url}
                  keyId={keyId}
                  errors={check.errors}
                  disabled={isRunning}
                  onChange={(change) =>
                    'url' in change ? setEnteredUrl(change.url) : store.setState(change)
                  }
                />
              </Stack>
              <NumberInput
                allowDecimal
                label="At most per second"
                w={144}
                min={0.1}
                max={50}
                clampBehavior="strict"
                disabled={isRunning}
                value={perSecond}
                onChange={(value) => setPerSecond(typeof value === 'number' ? value : 1)}
              />
            </Group>
            <p className={layout.quietParagraph} role="status">
              {summaryOf(messages, isRunning)}
              {choosing.data?.isCut &&
                ` There may be more since then: a list has at most the ${counted(maxResent, 'oldest callback')} and the ${counted(maxMissed, 'newest case')}. Send these, then choose a later time.`}
            </p>
            {isRunning ? (
              <Progress
                label="Sending"
                done={messages.length - open}
                total={messages.length}
                onStop={() => void stopping.run()}
              />
            ) : (
              <div>
                <Button
                  variant="filled"
                  type="submit"
                  leftSection={<IconSend size={14} />}
                  disabled={open === 0 || keyId === null}
                >
                  {open === messages.length
                    ? `Send ${counted(open, 'message')}`
                    : open === 0
                      ? 'All accepted'
                      : `Send the other ${open.toLocaleString('en')}`}
                </Button>
              </div>
            )}
          </>
        )}
        {failure && failure.code !== 'cancelled' && (
          <FailureNotice failure={failure}>
            {publicIp !== undefined && (
              <Button onClick={() => send(publicIp)}>Send to {publicIp} anyway</Button>
            )}
          </FailureNotice>
        )}
        {choosing.data && messages.length === 0 && (
          <p className={layout.quietParagraph} role="status">
            There are no such messages since then.
          </p>
        )}
        {messages.length > 0 && (
          <Table<ResentMessage> label="Messages to send again" columns={columns} rows={messages} />
        )}
      </Stack>
    </Section>
  );
}

const columns: readonly Column<ResentMessage>[] = [
  { heading: 'Occurred', cell: ({ occurredAt }) => <Time at={occurredAt} relative={false} /> },
  { heading: 'Event', cell: (message) => <OutsideText text={eventText(message)} max={60} /> },
  {
    heading: 'Conversation',
    isName: true,
    cell: ({ conversationId }) =>
      conversationId === undefined ? '–' : <Copyable value={conversationId} label="conversation id" />,
  },
  { heading: 'From', cell: ({ callback }) => (callback === undefined ? 'Service' : 'Inbox') },
  {
    heading: 'Answer',
    cell: ({ outcome }) =>
      outcome === undefined ? (
        'Not sent'
      ) : (
        <Flex component="span" wrap="wrap" align="center" gap={6}>
          <StatusBadge
            tone={outcome.isAccepted ? 'good' : 'bad'}
            status={
              outcome.answer.kind === 'answered'
                ? String(outcome.answer.status)
                : outcome.answer.kind === 'none'
                  ? noAnswerReasons[outcome.answer.reason]
                  : outcome.answer.problem
            }
          />
          <Time at={outcome.at} relative={false} />
        </Flex>
      ),
  },
];

function summaryOf(messages: readonly ResentMessage[], isRunning: boolean): string {
  const count = (of: (message: ResentMessage) => boolean | undefined) => messages.filter(of).length;
  const acceptCount = count(({ outcome }) => outcome?.isAccepted);
  const refusalCount = count(({ outcome }) => outcome && !outcome.isAccepted);
  const silenceCount = count(({ outcome }) => outcome?.answer.kind === 'none');
  const waiting = messages.length - acceptCount - refusalCount;
  const counts = `${counted(messages.length, 'message')}: ${acceptCount} accepted, ${refusalCount} not accepted, ${waiting} not sent.`;
  return silenceCount >= maxUnanswered && waiting > 0 && !isRunning
    ? `${counts} It stopped because the receiver did not answer ${maxUnanswered} in a row.`
    : counts;
}
