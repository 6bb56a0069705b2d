import { Box, Button, Flex, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { type HeadlessStep, type HeadlessView, userIp } from '../../../preload/contract/headless.ts';
import { rolesAtService } from '../../../preload/contract/team-roles.ts';
import { headlessComponentTerm } from '../../../preload/wording/headless.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useEnvironment } from '../../environments/use-environment.ts';
import { Copyable, CopyButton } from '../../ui/copyable.tsx';
import { Field } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { Masked } from '../../ui/masked.tsx';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { useRoleRefusal } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce, useGo } from '../../ui/services.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { submitted, useFormCheck } from '../../ui/use-form-check.ts';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { WaitingForService } from '../../ui/waiting-for-service.tsx';
import { ConversationPart } from './conversation-part.tsx';
import type { HeadlessDraft } from './draft.ts';
import { FlowList } from './flow-list.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { StepPart } from './step-part.tsx';
import { exchangeText, transcriptText } from './transcript-text.ts';
import { type Flow, useFlow } from './use-flow.ts';

interface HeadlessPageProps {
  drafts: StoreApi<HeadlessDraft>;
  conversationId: string | undefined;
}

/** Shows an applicant's headless flow, step by step (interface 4.6, 4.7), with the conversation beside it. */
export function HeadlessPage({ drafts, conversationId }: HeadlessPageProps) {
  if (conversationId === undefined) {
    return (
      <Page title="Headless flow">
        <FlowList />
      </Page>
    );
  }
  return <Walk drafts={drafts} conversationId={conversationId} />;
}

function Walk({ drafts, conversationId }: HeadlessPageProps & { conversationId: string }) {
  const environment = useEnvironment();
  const go = useGo();
  const flow = useFlow(drafts, conversationId);
  const { view, busy, failure, progress, read, stop } = flow;
  const isWaiting = busy === 'read' || busy === 'submit';
  const roleRefusal = useRoleRefusal(rolesAtService, 'answer for the person');
  const refusal = environment.settings.readOnly
    ? 'This environment is read-only: nothing can be answered in it.'
    : roleRefusal;
  return (
    <Page
      title="Headless flow"
      subtitle={<Copyable value={conversationId} label="conversation id" />}
      busy={flow.isOpening || busy !== undefined}
      actions={
        <>
          <Button size="compact-sm" onClick={() => go({ page: 'conversations', conversationId })}>
            Open the case
          </Button>
          {view !== undefined && (
            <RemoveFlow flow={flow} disabled={isWaiting || view.flow.state === 'sending'} />
          )}
        </>
      }
    >
      {flow.isOpening ? (
        <SkeletonLines lines={8} />
      ) : (
        <div className={layout.formAndAside}>
          <Stack miw={0}>
            <Section title="The person">
              <Stack>
                {refusal !== undefined && <Text c="dimmed">{refusal}</Text>}
                <AddressPart flow={flow} />
                <OutcomeNotice flow={flow} />
                {failure && (
                  <FailureNotice failure={failure} onRetry={() => read()}>
                    {failure.code !== 'invalid-input' && !failure.retryable && view?.userIp !== undefined && (
                      <Button disabled={isWaiting} onClick={() => read()}>
                        Read the current step
                      </Button>
                    )}
                  </FailureNotice>
                )}
                {isWaiting && (
                  <WaitingForService
                    what={busy === 'read' ? 'the current step' : 'the next step'}
                    progress={progress}
                    onStop={stop}
                  />
                )}
              </Stack>
            </Section>
            <StepPart flow={flow} mayAnswer={refusal === undefined} />
          </Stack>
          <Stack miw={0}>
            <ConversationPart read={flow.conversation} />
            {view && <StepsPart steps={view.flow.steps} />}
            {view && <TranscriptPart view={view} />}
          </Stack>
        </div>
      )}
    </Page>
  );
}

const outcomeLabels: Readonly<Record<HeadlessStep['outcome'], { label: string; tone: Tone }>> = {
  accepted: { label: 'Accepted', tone: 'good' },
  refused: { label: 'Incorrect fields', tone: 'bad' },
  same: { label: 'Shown again', tone: 'caution' },
  unknown: { label: 'Outcome unknown', tone: 'caution' },
};

/** Shows the answers that were given, also before a restart. */
function StepsPart({ steps }: { steps: readonly HeadlessStep[] }) {
  if (steps.length === 0) {
    return null;
  }
  return (
    <Section title="Answers so far">
      <Flex component="ol" direction="column" gap={6}>
        {steps.map(({ at, component, outcome }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
          <Group component="li" key={index} gap={10}>
            <Box component="span" flex="1 1 10rem">
              {component === '' ? 'Another component' : headlessComponentTerm(component).label}
              <br />
              <Text span c="dimmed">
                <Time at={at} />
              </Text>
            </Box>
            <StatusBadge status={outcomeLabels[outcome].label} tone={outcomeLabels[outcome].tone} />
          </Group>
        ))}
      </Flex>
    </Section>
  );
}

interface RemoveFlowProps {
  flow: Flow;
  disabled: boolean;
}

/** Removes what is kept of the flow. It asks first where the outcome of the last answer is not known. */
function RemoveFlow({ flow: { view, forget }, disabled }: RemoveFlowProps) {
  const go = useGo();
  const [isAsking, setAsking] = useState(false);
  const announce = useAnnounce();
  const remove = async (alsoUnsettled: boolean) => {
    setAsking(false);
    if (await forget(alsoUnsettled)) {
      announce('Flow removed');
      go({ page: 'headless' });
    }
  };
  return (
    <>
      <Button
        size="compact-sm"
        disabled={disabled}
        onClick={() => (view?.flow.state === 'unsettled' ? setAsking(true) : void remove(false))}
      >
        Remove this flow
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Remove a flow whose last answer has an unknown outcome?"
      >
        <Stack>
          <p>
            It is not known whether the last answer arrived. The flow at the service continues. Once it is
            removed here, nothing warns you before you answer that step again.
          </p>
          <Group gap={10}>
            <Button variant="filled" data-autofocus onClick={() => setAsking(false)}>
              Keep the flow
            </Button>
            <Button color="red" onClick={() => void remove(true)}>
              Remove it
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

/** The most lines of one exchange that are shown; the copy has all of them. */
const maxLines = 60;

/** Shows every request of the flow in this session with its response; it has no value of the applicant. */
function TranscriptPart({ view }: { view: HeadlessView }) {
  const environment = useEnvironment();
  if (view.exchanges.length === 0) {
    return null;
  }
  const { exchanges } = view;
  return (
    <Section
      title="Transcript"
      collapsible
      closed
      actions={<CopyButton value={transcriptText(view, environment.settings)} label="transcript" />}
    >
      <Text mb={8} c="dimmed">
        {counted(exchanges.length, 'request')} of this session. It contains none of the person’s values, no
        file names and no page ids, so you can share it.
      </Text>
      <Flex component="ol" direction="column" gap={8}>
        {exchanges.map((exchange, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are only added at the end
          <li key={index}>
            <pre className={layout.exactText}>
              {exchangeText(exchange)
                .split('\n')
                .slice(0, maxLines)
                .map((line, number) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an exchange never change
                  <div key={number}>
                    <OutsideText text={line} max={1000} dir="ltr" />
                  </div>
                ))}
            </pre>
          </li>
        ))}
      </Flex>
    </Section>
  );
}

/** Shows the applicant's IP address, which the service requires with every step (interface 4.6, 4.7). */
function AddressPart({ flow: { view, busy, read } }: { flow: Flow }) {
  const [text, setTyped] = useState('');
  const [isChanging, setChanging] = useState(false);
  const addressCheck = userIp.safeParse(text.trim());
  const check = useFormCheck({
    address: !addressCheck.success && 'Enter an IPv4 or IPv6 address, such as 203.0.113.7.',
  });
  const ownIp = view?.userIp;
  if (ownIp !== undefined && !isChanging) {
    return (
      <Group gap={10}>
        <dl>
          <Field label="IP address" code="X-User-IP">
            <Masked value={ownIp} label="IP address" />
          </Field>
        </dl>
        <Button size="compact-sm" onClick={() => setChanging(true)}>
          Change
        </Button>
      </Group>
    );
  }
  const submit = () => {
    if (check.passes() && addressCheck.success) {
      setChanging(false);
      read(addressCheck.data);
    }
  };
  return (
    <Flex ref={check.ref} onSubmit={submitted(submit)} component="form" direction="column" gap={12}>
      <TextInput
        label="The person’s IP address"
        description="The service requires it with every step, as X-User-IP. Enter the address of the person’s device, not of this computer. It is kept in memory for this flow and never written to disk."
        value={text}
        error={check.errors.address}
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Group gap={10}>
        <Button variant="filled" type="submit" disabled={busy !== undefined} loading={busy === 'read'}>
          Read the current step
        </Button>
        {ownIp !== undefined && <Button onClick={() => setChanging(false)}>Keep the address</Button>}
      </Group>
    </Flex>
  );
}
