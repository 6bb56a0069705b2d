import { Button, Flex } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { DeletionPreview, DeletionSubject } from '../../../preload/contract/deletion.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { conversationStatusTerm, productStatusTerm } from '../../../preload/wording/statuses.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field, FieldList } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { Masked, MaskScope } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TermBadge } from '../../ui/term-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { UserKey } from '../../ui/user-key.tsx';
import { Confirmation, type Confirmed } from './confirmation.tsx';
import classes from './deletion.module.css';
import { modeTexts, previewSentence, previewVerdicts } from './deletion-wording.ts';
import type { DeletionTarget } from './store.ts';

interface PreviewProps {
  preview: DeletionPreview;
  target: DeletionTarget;
  environment: EnvironmentView;
  busy: boolean;
  onRun(given: Confirmed): void;
  /** Previews the other mode. */
  onOther(): void;
  /** Ends AML monitoring as a separate step; only in environments with that extension. */
  onEndMonitoring?: (() => void) | undefined;
}

/** Shows the preview of a deletion: whose data it is, what will happen, and the confirmation. */
export function Preview(props: PreviewProps) {
  const { preview, target, environment, busy, onRun, onOther, onEndMonitoring } = props;
  const verdict = previewVerdicts[preview.expectation];
  const isRefused = preview.expectation === 'refused';
  const title = useRef<HTMLHeadingElement>(null);
  const announce = useAnnounce();
  const sentence = previewSentence(preview, target.mode);
  useEffect(() => {
    // A field in use keeps the focus: the text being typed, or the action being chosen.
    if (!document.activeElement?.matches('input, textarea, select')) {
      title.current?.focus({ preventScroll: true });
    }
    announce(sentence);
  }, [announce, sentence]);
  const other = target.mode === 'EXPIRE' ? 'DELETE_DATA' : 'EXPIRE';
  return (
    <Section
      title={`Preview: ${modeTexts[target.mode].label.toLowerCase()}`}
      titleRef={title}
      aside={<StatusBadge tone={verdict.tone} status={verdict.term} />}
    >
      <div className={classes.stack} data-preview={preview.expectation}>
        {isRefused && <Refusal sentences={preview.sentences} />}
        {preview.unreadable && <FailureNotice failure={preview.unreadable} />}
        {preview.unreadable === undefined && (
          <MaskScope scope={`deletion ${preview.previewId}`}>
            <FieldList>
              <Subject subject={preview.subject} />
              <Field label="Status">
                <Flex
                  component="span"
                  display="inline-flex"
                  rowGap={4}
                  columnGap={12}
                  align="center"
                  wrap="wrap"
                >
                  {preview.status === undefined ? (
                    'Not given'
                  ) : (
                    <TermBadge term={conversationStatusTerm(preview.status)} value={preview.status} />
                  )}
                  <span className={layout.quiet}>
                    read <Time at={preview.readAt} />
                  </span>
                </Flex>
              </Field>
              {preview.files !== undefined && <Field label="Files">{preview.files}</Field>}
              <Field label="AML monitoring">{preview.subscriptionActive ? 'Active' : 'Not active'}</Field>
              {preview.requestId !== undefined && (
                <Field label="Request id">
                  <Copyable value={preview.requestId} label="request id" />
                </Field>
              )}
            </FieldList>
          </MaskScope>
        )}
        {!isRefused && (
          <ul className={classes.sentences}>
            {preview.sentences.map((sentence) => (
              <li key={sentence}>
                <OutsideText text={sentence} max={600} />
              </li>
            ))}
          </ul>
        )}
        {isRefused && preview.statusDetail !== 'ActiveSubscriptionExists' && (
          <div className={classes.decision}>
            <Button onClick={onOther}>{`Preview “${modeTexts[other].label}” instead`}</Button>
          </div>
        )}
        {isRefused && preview.statusDetail === 'ActiveSubscriptionExists' && onEndMonitoring && (
          <div className={classes.decision}>
            <Button onClick={onEndMonitoring}>Preview “End AML monitoring, then delete data”</Button>
          </div>
        )}
        {!isRefused && (
          <div className={classes.decision}>
            {environment.settings.readOnly ? (
              <p className={classes.message}>
                This environment is read-only in this console. Turn that off in its settings to go on.
              </p>
            ) : (
              <Confirmation
                preview={preview}
                mode={target.mode}
                environment={environment}
                busy={busy}
                onRun={onRun}
              />
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

/** Shows why it is not allowed and what to do instead. It is shown first. */
function Refusal({ sentences: [message, ...hints] }: { sentences: readonly string[] }) {
  return (
    <div>
      <p className={classes.message}>
        <OutsideText text={message ?? ''} max={600} />
      </p>
      <p className={classes.hint}>
        <OutsideText text={hints.join(' ')} max={600} />
      </p>
    </div>
  );
}

/** Details that show whether it is the right case. */
function Subject({ subject }: { subject: DeletionSubject }) {
  const { userKey, name, age, verdict, products, moreProducts, createdAt, lastOpenedAt } = subject;
  return (
    <>
      <Field label="User key">{userKey === undefined ? 'Not given' : <UserKey userKey={userKey} />}</Field>
      {name !== undefined && (
        <Field label="Name">
          <Masked value={name} field="name" label="name" shape />
        </Field>
      )}
      {age !== undefined && (
        <Field label="Age">
          <Masked value={String(age)} field="age" label="age" />
        </Field>
      )}
      <Field label="Result">
        <OutsideText text={verdict} max={600} />
      </Field>
      <Field label="Products">
        {products.length === 0 ? (
          'None'
        ) : (
          <Flex component="span" display="inline-flex" rowGap={4} columnGap={12} align="center" wrap="wrap">
            {products.map((product) => (
              <Flex key={product.name} component="span" display="inline-flex" gap={6} align="center">
                <OutsideText text={productTerm(product.name).label} />
                <TermBadge term={productStatusTerm(product.name, product.status)} value={product.status} />
              </Flex>
            ))}
            {moreProducts > 0 && <span className={layout.quiet}>and {moreProducts} more</span>}
          </Flex>
        )}
      </Field>
      {createdAt !== undefined && (
        <Field label="Created">
          <Time at={createdAt} />
        </Field>
      )}
      <Field label="Last opened here">
        {lastOpenedAt === undefined ? 'Never' : <Time at={lastOpenedAt} />}
      </Field>
    </>
  );
}
