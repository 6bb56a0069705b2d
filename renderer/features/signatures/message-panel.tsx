import { Box, Button, Flex, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconArrowsDiff, IconX } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import type { KeyChoice } from '../../../preload/contract/signatures.ts';
import { curlCommand } from '../../../preload/shared/curl.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { useEnvironment, useEnvironmentAction } from '../../environments/use-environment.ts';
import { clearCopiesAfter } from '../../ui/clipboard.ts';
import { ComparedMembers } from '../../ui/compared-members.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Field } from '../../ui/field-list.tsx';
import { InterfaceLink } from '../../ui/interface-link.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useGo } from '../../ui/services.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { useCauseSearch } from './cause-search.ts';
import { CompareMessages } from './compare-messages.tsx';
import { ExpectedSignature } from './expected.tsx';
import { Explanation } from './explanation.tsx';
import { dutiesOf, type Message, textOf, useMessageActs } from './message.ts';
import { MessageBody } from './message-body.tsx';
import { OverallAnswer } from './overall-answer.tsx';
import { keyTexts, messageTexts, verdictLabels } from './verdict-texts.ts';

interface MessagePanelProps {
  /** Undefined before anything was put in. */
  message: Message | undefined;
  /** The key that a search for the cause begins with. */
  searchKey?: KeyChoice | undefined;
  /** The outcome of a message without verdicts, and of one that could not be checked. */
  outcome?: { label: string; tone: Tone; text: string } | undefined;
  /** The steps of a correct receiver; those that the message itself says where absent. */
  duties?: readonly string[];
  /** Further fields, as when it was received and how it was answered. */
  fields?: ReactNode;
  /** Further parts, such as the timeline or the response; shown before the body. */
  parts?: readonly { name: string; content: ReactNode }[];
  /** Further buttons. */
  buttons?: ReactNode;
  onClose?: (() => void) | undefined;
}

/** Shows a message, wherever it comes from: the verdict, why, what to do, its body and headers, and what can be done with it. */
export function MessagePanel({ message, ...props }: MessagePanelProps) {
  if (message === undefined) {
    return <p className={layout.quietParagraph}>The verdict, the cause and what to do appear here.</p>;
  }
  return <Panel key={message.name} message={message} {...props} />;
}

/** Returns the part of ids by which a tab names its panel: a space would make two of one. */
const tabOf = (name: string) => name.replaceAll(' ', '-');

function Panel({ message, ...props }: MessagePanelProps & { message: Message }) {
  const { id: environmentId } = useEnvironment();
  const { searchKey, outcome, duties, fields, parts = [], buttons, onClose } = props;
  const { verification, conversationId } = message;
  const { resend, explain } = useMessageActs();
  const go = useGo();
  const search = useCauseSearch(message, searchKey);
  const { body } = message;
  const [choice, setChosen] = useState<string | null>(null);
  const todo = duties ?? (verification ? dutiesOf(verification) : []);
  const tabs: { name: string; content: ReactNode }[] = [
    ...(todo.length > 0 || fields !== undefined
      ? [
          {
            name: 'What to do',
            content: (
              <Stack gap={6}>
                {todo.map((duty) => (
                  <p key={duty} className={layout.anywhere}>
                    {visibleText(duty, 600)}
                  </p>
                ))}
                {verification && (
                  <p className={layout.quietParagraph}>
                    <InterfaceLink section="6" />
                  </p>
                )}
                <MessageFields message={message}>{fields}</MessageFields>
              </Stack>
            ),
          },
        ]
      : []),
    ...parts,
    ...(body === undefined
      ? []
      : [{ name: 'Body', content: <MessageBody body={body} name={message.name} /> }]),
    { name: 'Headers', content: <HeaderList headers={message.headers} /> },
    ...(conversationId === undefined || message.body === undefined || verification === undefined
      ? []
      : [{ name: 'At the service', content: <Comparison body={message.body} /> }]),
    ...(body === undefined ? [] : [{ name: 'Compare', content: <CompareMessages message={message} /> }]),
  ];
  const part = tabs.find(({ name }) => tabOf(name) === choice) ?? tabs[0];
  return (
    <Stack gap={12} miw={0}>
      <Flex component="header" align="center" justify="space-between" gap={8}>
        <Title order={2} fz={15} className={layout.anywhere}>
          <OutsideText text={message.title} max={80} />
          {conversationId !== undefined && (
            <Text span c="dimmed" fz={13}>
              {' '}
              for <OutsideText text={conversationId.slice(0, 8)} />
            </Text>
          )}
        </Title>
        {onClose && (
          <Button variant="subtle" size="compact-sm" px={6} aria-label="Close" onClick={onClose}>
            <IconX size={14} aria-hidden />
          </Button>
        )}
      </Flex>
      {outcome && (
        <Flex wrap="wrap" align="center" columnGap={12} rowGap={6} role="status">
          <StatusBadge status={outcome.label} tone={outcome.tone} />
          <span className={layout.anywhere}>{outcome.text}</span>
        </Flex>
      )}
      <Group gap={6}>
        {body && <Button onClick={() => resend(message)}>Resend</Button>}
        {body && <CopyCurl message={message} body={body} />}
        {body && <SaveFixture body={body} />}
        {conversationId !== undefined && (
          <Button onClick={() => go({ page: 'conversations', conversationId }, environmentId)}>
            Open case
          </Button>
        )}
        {explain && body && <Button onClick={() => explain(message)}>Explain</Button>}
        {buttons}
      </Group>
      {verification && <Verdicts message={message} search={search} />}
      <Explanation search={search} />
      <Tabs value={part ? tabOf(part.name) : null} onChange={setChosen} keepMounted={false}>
        <Tabs.List aria-label="Parts of the message">
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={tabOf(name)}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {part && (
          <Tabs.Panel value={tabOf(part.name)} pt={10}>
            {part.content}
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  );
}

/** Signature, time and message: three verdicts, none of which depends on another, below the answer that follows from them. */
function Verdicts({ message, search }: { message: Message; search: ReturnType<typeof useCauseSearch> }) {
  const { verification } = message;
  if (verification === undefined) {
    return null;
  }
  const { signature, time } = verification;
  const labels = verdictLabels(verification);
  return (
    <Stack component="section" gap={6} id="signatures-verdicts" tabIndex={-1} aria-label="Verdicts">
      <OverallAnswer verification={verification} search={search} />
      <dl className={layout.facts}>
        {(
          [
            ['Signature', labels.signature, signature.sentence],
            ['Time', labels.time, time.sentence],
            ['Message', labels.message, messageTexts(verification.message)],
          ] as const
        ).map(([name, { label, tone }, sentence]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd data-verdict={name.toLowerCase()}>
              <StatusBadge status={label} tone={tone} /> <span>{visibleText(sentence, 600)}</span>
              {name === 'Signature' && signature.key && (
                <span className={layout.quietSmall}> Key: {visibleText(keyTexts(signature.key))}</span>
              )}
              {name === 'Time' && (
                <span className={layout.quietSmall}>
                  {' '}
                  Checked at <Time at={time.comparedWith} relative={false} />
                </span>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      {(verification.unreadKeys ?? []).map((reason) => (
        <Text key={reason} c="var(--status-caution)">
          Not tried: {reason}
        </Text>
      ))}
      {verification.id !== undefined && (
        <ExpectedSignature key={verification.id} verificationId={verification.id} />
      )}
    </Stack>
  );
}

/** Shows what a message is about, after the fields that its place adds. */
function MessageFields({ message, children }: { message: Message; children: ReactNode }) {
  const { verification, conversationId, url } = message;
  const { callbackId, created, known, seen, target, event } = verification?.message ?? {};
  return (
    <dl>
      {children}
      <Field label="Event">
        {(target !== undefined || event !== undefined) && known === false && (
          <span className={layout.quiet}>
            not documented, see <InterfaceLink section="6.2" />
          </span>
        )}
      </Field>
      <Field label="Occurred" code="created">
        {created !== undefined && <Time at={created} relative={false} />}
      </Field>
      <Field label="Conversation id">
        {conversationId !== undefined && <Copyable value={conversationId} label="conversation id" />}
      </Field>
      <Field label="Callback id" code="id">
        {callbackId !== undefined && callbackId.trim() !== '' && (
          <Copyable value={callbackId} label="callback id" />
        )}
      </Field>
      {seen?.sameDelivery === false && (
        <Field label="Seen before">
          In another delivery, first checked <Time at={seen.firstAt} />
        </Field>
      )}
      {verification && <Field label="Size">{verification.bodyBytes.toLocaleString('en')} bytes</Field>}
      <Field label="Address">{url !== undefined && <OutsideText text={url} max={300} />}</Field>
    </dl>
  );
}

export function HeaderList({ headers }: { headers: Message['headers'] }) {
  return headers.length === 0 ? (
    <p className={layout.quietParagraph}>None</p>
  ) : (
    <Box component="dl" className={layout.facts} __vars={{ '--names': 'minmax(8rem, 12rem)' }}>
      {headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
        <Fragment key={index}>
          <dt className={layout.small}>
            <OutsideText text={name} max={100} />
          </dt>
          <dd>
            <Copyable value={value} label={name} />
          </dd>
        </Fragment>
      ))}
    </Box>
  );
}

/** Copies the message as a command for bash, with its body, to send it by hand; its signature is good for five minutes. */
function CopyCurl({ message, body }: { message: Message; body: Uint8Array }) {
  const { copy } = useCopy();
  const { method = 'POST', url = '', headers } = message;
  const command = () =>
    curlCommand(
      {
        method,
        url: /^https?:/.test(url) ? url : '<RECEIVER>',
        headers: headers.filter(([name]) => !/^(host|content-length|connection)$/i.test(name)),
        hasBody: body.length > 0,
        body: textOf(body),
      },
      'bash',
    );
  return (
    <Button onClick={() => void copy(command(), { said: 'Copied as cURL', clearAfterMs: clearCopiesAfter })}>
      Copy as cURL
    </Button>
  );
}

/** Saves the message for a receiver's own tests, with invented data and a signature by a test key. */
function SaveFixture({ body }: { body: Uint8Array }) {
  const { run, busy, failure, reset } = useBridgeAction('callbacks.fixture', {}, { saves: true });
  return (
    <>
      <Button
        loading={busy}
        title="For the tests of a receiver: invented data, signed with a test key that is in the file"
        onClick={() => void run({ body })}
      >
        Save as fixture…
      </Button>
      {failure && failure.code !== 'cancelled' && (
        <FailureNotice failure={failure}>
          <Button onClick={reset}>Dismiss</Button>
        </FailureNotice>
      )}
    </>
  );
}

/** Shows the conversation in the message beside what the service says of it now. */
function Comparison({ body }: { body: NonNullable<Message['body']> }) {
  const environment = useEnvironment();
  const last = useEnvironmentAction('signatures.compare');
  // The last comparison may be of another body.
  const isOfThis = last.input?.body === body;
  const { busy = false, data, failure }: Partial<typeof last> = isOfThis ? last : {};
  const compare = () => void last.run({ body });
  return (
    <Stack gap={8}>
      <Group>
        <Button leftSection={<IconArrowsDiff size={14} />} loading={busy} onClick={compare}>
          Compare with {visibleText(environment.settings.name)}
        </Button>
      </Group>
      {busy && <SkeletonLines lines={4} />}
      {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} onRetry={compare} />}
      {data && (
        <ComparedMembers comparison={data} names={['In the callback', 'At the service now']}>
          {data.differing === 0
            ? `All ${data.total.toLocaleString('en')} members of the conversation are the same in ${data.environmentName}.`
            : 'A difference alone proves nothing: a conversation can change after its callback was sent.'}{' '}
          Read <Time at={data.readAt} />.
        </ComparedMembers>
      )}
    </Stack>
  );
}
