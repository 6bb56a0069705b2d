import { Flex, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import type { Tone } from '../../ui/tone.ts';
import { Progress } from '../../ui/waiting.tsx';
import { Expected } from './expected.tsx';
import type { InputState } from './input-store.ts';
import { OverallAnswer } from './overall-answer.tsx';
import { useCheck } from './use-check.ts';
import { keyTexts, messageTexts, verdictLabels } from './verdict-texts.ts';
import classes from './verdicts.module.css';

/** Signature, time and message: three verdicts, none of which depends on another. */
export function Verdicts({ store }: { store: StoreApi<InputState> }) {
  const { check, search, verify } = useCheck(store);
  const { data: verification, failure } = check;
  const texts = verification && verdictLabels(verification);
  return (
    <section className={classes.verdicts} id="signatures-verdicts" tabIndex={-1} aria-label="Verdicts">
      {failure && failure.code !== 'cancelled' && (
        <FailureNotice failure={failure} onRetry={() => void verify()} />
      )}
      {check.busy && <Sending store={store} onStop={check.stop} />}
      {verification && <OverallAnswer verification={verification} search={search} />}
      <div className={classes.cards}>
        <Card name="Signature" tone={texts?.signature.tone} label={texts?.signature.label}>
          {verification ? (
            <>
              <p>{visibleText(verification.signature.sentence, 600)}</p>
              {verification.signature.key && (
                <p className={layout.small}>Key: {visibleText(keyTexts(verification.signature.key))}</p>
              )}
            </>
          ) : (
            <p>Whether this body was signed with this key.</p>
          )}
        </Card>
        <Card name="Time" tone={texts?.time.tone} label={texts?.time.label}>
          {verification ? (
            <>
              <p>{visibleText(verification.time.sentence, 600)}</p>
              <p className={layout.small}>
                Checked at <Time at={verification.time.comparedWith} relative={false} />
              </p>
            </>
          ) : (
            <p>Whether the timestamp is within five minutes of now, or of a time you enter.</p>
          )}
        </Card>
        <Card name="Message" tone={texts?.message.tone} label={texts?.message.label}>
          {verification ? (
            <p>{visibleText(messageTexts(verification.message), 600)}</p>
          ) : (
            <p>What the body says, and what the receiver must do about it.</p>
          )}
        </Card>
      </div>
      {verification && verification.unreadKeys.length > 0 && (
        <Flex component="ul" direction="column" gap={4} c="var(--status-caution)">
          {verification.unreadKeys.map((reason) => (
            <li key={reason}>Not tried: {reason}</li>
          ))}
        </Flex>
      )}
      {verification && <Expected key={verification.id} verificationId={verification.id} />}
    </section>
  );
}

/** Shows how much of a body was handed over that is checked in pieces. */
function Sending({ store, onStop }: { store: StoreApi<InputState>; onStop(): void }) {
  const sent = useStore(store, (state) => state.sent);
  const total = useStore(store, ({ body }) => (body.kind === 'file' ? body.file.size : body.bytes.length));
  return (
    sent > 0 && (
      <Paper withBorder radius="md" px={12} py={10}>
        <Progress label="Reading the body" done={sent} total={total} format={megabytes} onStop={onStop} />
      </Paper>
    )
  );
}

interface CardProps {
  name: string;
  tone: Tone | undefined;
  label: string | undefined;
  children: ReactNode;
}

function Card({ name, tone, label, children }: CardProps) {
  return (
    <div className={classes.card} data-verdict={name.toLowerCase()} data-tone={tone}>
      <Text component="h2" m={0} fz={12} fw={600} c="dimmed">
        {name}
      </Text>
      <p className={classes.label}>
        {tone && <ToneIcon tone={tone} size={22} />}
        {label ?? 'Not checked'}
      </p>
      <div className={classes.reason}>{children}</div>
    </div>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 0 })} MiB`;
}
