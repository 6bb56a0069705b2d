import { Button, Flex, Group, Radio, Select, Text, VisuallyHidden } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import type { WaitingReason } from '../../../preload/contract/case-settings.ts';
import type { CaseRow } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { standardWaitingReasons, waitingReasonLabel } from '../../../preload/wording/waiting.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { CopyButton } from '../../ui/copyable.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { NumberedReasons } from '../../ui/numbered-reasons.tsx';
import { useReasonKeys } from '../../ui/reason-keys.ts';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { Time } from '../../ui/time.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { useCaseEntry } from './use-case-entries.ts';

/** Milliseconds after which a copy leaves the clipboard: anyone with the link can take part as the user. */
const clearAfterMs = 60_000;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

export interface WaitButtonProps {
  row: CaseRow;
  /** The address of the conversation for the user, while it is running. */
  address: string | undefined;
  /** Prepares a new conversation for the same user. */
  onNewConversation(): void;
  /** Called when the case waits, to move the focus: here it would be on the button that ends that. */
  onWaiting(): void;
}

/** Returns the reasons to wait for the user: the company’s, or else the console’s. */
export function useWaitingReasons(): readonly WaitingReason[] {
  const { data } = useEnvironmentQuery('cases.settings', {});
  return data?.waitingReasons ?? standardWaitingReasons;
}

/** Sets a case to wait for the user, or ends that. */
export function WaitButton(props: WaitButtonProps) {
  const { row } = props;
  const isWaiting = row.waiting !== undefined;
  const state = useCaseEntry('cases.state');
  const end = () =>
    state.run({ selection: { ids: [row.conversationId] }, state: 'open' }, 'No longer waiting for the user');
  return (
    <FormButton
      name="Wait for the user"
      action={{
        id: 'case.wait',
        label: isWaiting ? 'Stop waiting for the user' : 'Wait for the user',
        keywords: ['pending', 'pause', 'clock', 'message', 'link', 'resubmission'],
        shortcut: 'q',
        run: (open) => (isWaiting ? void end() : open()),
      }}
      button={({ ref, onClick }) => (
        <Button
          ref={ref}
          disabled={state.busy}
          title={isWaiting ? undefined : 'Wait for the user'}
          leftSection={<IconHourglass size={15} aria-hidden />}
          {...withShortcut('q')}
          onClick={() => (isWaiting ? void end() : onClick())}
        >
          {isWaiting ? 'Stop waiting' : 'Wait…'}
        </Button>
      )}
    >
      {({ close, leave }) => (
        <WaitForm
          {...props}
          onWaiting={() => {
            leave();
            props.onWaiting();
          }}
          onClose={close}
        />
      )}
    </FormButton>
  );
}

function WaitForm({
  row,
  address,
  onNewConversation,
  onWaiting,
  onClose,
}: WaitButtonProps & { onClose(): void }) {
  const state = useCaseEntry('cases.state');
  const reasons = useWaitingReasons().filter(({ retired }) => retired !== true);
  const [code, setCode] = useState<string>();
  const [language, setLanguage] = useState('en');
  const chosen = reasons.find((reason) => reason.code === code);
  const languages = Object.keys(chosen?.texts ?? {});
  const choice = languages.includes(language) ? language : languages[0];
  const text = choice === undefined ? undefined : chosen?.texts[choice];
  const check = useFormCheck({ reason: chosen === undefined && 'Choose what the user must do.' });
  const save = async (index?: number) => {
    if (!check.passes(index === undefined ? undefined : 'reason')) {
      return;
    }
    const selection = { ids: [row.conversationId] };
    const reason = index === undefined ? chosen : reasons[index];
    const said = `Waiting for the user: ${reason?.label}`;
    if (reason && (await state.run({ selection, state: 'waiting', reason: reason.code }, said))) {
      onWaiting();
    }
  };
  useReasonKeys({
    form: check.root,
    count: reasons.length,
    choose: (index) => setCode(reasons[index]?.code),
    save: (index) => void save(index),
  });
  return (
    <Form
      check={check}
      busy={state.busy}
      w={360}
      action="Wait for the user"
      onSubmit={() => save()}
      onCancel={onClose}
    >
      <Radio.Group
        label="What the user must do"
        required
        value={code ?? null}
        onChange={setCode}
        error={check.errors.reason}
      >
        <NumberedReasons Control={Radio} reasons={reasons} />
      </Radio.Group>
      {text !== undefined && (
        <section aria-label="Text for the user">
          <Group gap={6} justify="space-between">
            <Text fw={550}>Text for the user</Text>
            <Group gap={6}>
              {languages.length > 1 && (
                <Select
                  aria-label="Language"
                  comboboxProps={{ withinPortal: false }}
                  w={120}
                  size="xs"
                  data={languages.map((value) => ({ value, label: languageNames.of(value) ?? value }))}
                  value={choice ?? null}
                  onChange={(value) => setLanguage(value ?? 'en')}
                />
              )}
              <CopyButton
                value={address === undefined ? text : `${text}\n\n${address}`}
                label={address === undefined ? 'text for the user' : 'text and link for the user'}
                {...(address !== undefined && { clearAfterMs })}
              />
            </Group>
          </Group>
          <Text className={layout.preformatted} lang={choice}>
            {text}
          </Text>
        </section>
      )}
      <Flex align="center" gap={8}>
        {address === undefined ? (
          <>
            <Text span c="dimmed">
              Nothing is running for this user.
            </Text>
            <Button size="compact-xs" onClick={onNewConversation}>
              New conversation…
            </Button>
          </>
        ) : (
          <>
            <Text span c="dimmed">
              Link of this conversation
            </Text>
            <CopyButton value={address} label="link" clearAfterMs={clearAfterMs} />
          </>
        )}
      </Flex>
    </Form>
  );
}

/**
 * Shows for what a case waits, since when; what has no room is cut off.
 * @param isShort true where a narrow window has room for the reason only
 */
export function WaitingText({
  row: { waiting },
  isShort = false,
}: Pick<WaitButtonProps, 'row'> & { isShort?: boolean }) {
  const reasons = useWaitingReasons();
  if (waiting === undefined) {
    return null;
  }
  const { reason, since } = waiting;
  const label = reason === undefined ? undefined : waitingReasonLabel(reason, reasons);
  const lead = label === undefined ? 'Waiting for the user' : 'Waiting for the user: ';
  const hasLead = !isShort || label === undefined;
  return (
    <Text span truncate c="var(--status-progress)" title={visibleText(`${lead}${label ?? ''}`, 300)}>
      <IconHourglass size={15} style={{ verticalAlign: 'text-bottom' }} aria-hidden />{' '}
      <span>
        {hasLead ? lead : <WideOnly text={lead} />}
        {label}
      </span>{' '}
      {since !== undefined && (
        <span className={layout.quiet}>
          <Time at={since} />
        </span>
      )}
    </Text>
  );
}

/** Shows a text in a wide window; in another one only a screen reader has it. */
export function WideOnly({ text }: { text: string }) {
  return (
    <>
      <Text span visibleFrom="xl">
        {text}
      </Text>
      <VisuallyHidden component="span" hiddenFrom="xl">
        {text}
      </VisuallyHidden>
    </>
  );
}
