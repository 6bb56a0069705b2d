import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { AccountDefaultsSection } from './account-defaults.tsx';
import { AddressFields } from './address-fields.tsx';
import { CreatedView } from './created-view.tsx';
import classes from './creation-page.module.css';
import type { CreationState } from './creation-store.ts';
import { IdentityFields } from './identity-fields.tsx';
import { ProductFields } from './product-fields.tsx';
import { RequestJson } from './request-json.tsx';
import { type RequestNote, requestNotes } from './request-notes.ts';
import { SandboxExample } from './sandbox-example.tsx';
import { SentBefore } from './sent-before.tsx';
import { Templates } from './templates.tsx';
import { UnsettledNotice } from './unsettled-notice.tsx';

interface CreationPageProps {
  store: StoreApi<CreationState>;
  environment: EnvironmentView;
  onOpen(conversationId: string): void;
  /** Opens its headless flow. */
  onHeadless(conversationId: string): void;
  /** Reads the conversation again until it is final. */
  onWatch(conversationId: string): Promise<boolean>;
}

/** Shows a new conversation (interface 4.1): its form with the JSON beside it, then the address for the user. */
export function CreationPage({ store, environment, onOpen, onHeadless, onWatch }: CreationPageProps) {
  const {
    environmentId,
    request,
    setup,
    setupFailure,
    busy,
    failure,
    created,
    jsonFault,
    change,
    create,
    clear,
    open,
    back,
  } = useStore(store);
  const { id, settings } = environment;
  useEffect(() => {
    void open(id);
  }, [open, id]);
  if (environmentId !== id) {
    return (
      <Page title="New conversation" busy>
        <SkeletonLines lines={8} />
      </Page>
    );
  }
  if (created) {
    return (
      <CreatedView
        store={store}
        created={created}
        kind={settings.kind}
        onOpen={onOpen}
        onHeadless={onHeadless}
        onWatch={onWatch}
        onSameAgain={back}
        onNew={clear}
      />
    );
  }
  const defaults = setup?.defaults ?? {};
  const notes = requestNotes(request, defaults, settings.kind);
  const repeated = failure?.code === 'creation-repeated' ? failure : undefined;
  return (
    <Page
      title="New conversation"
      busy={busy === 'create'}
      actions={
        <Button size="compact-sm" onClick={clear}>
          Clear
        </Button>
      }
    >
      <div className={classes.columns}>
        <div className={layout.column}>
          {settings.kind === 'sandbox' && (
            <SandboxExample baseUrl={settings.baseUrl.replace(/\/$/, '')} onFill={change} />
          )}
          <Templates store={store} />
          {setupFailure && <FailureNotice failure={setupFailure} onRetry={() => void open(id)} />}
          <Section title="Conversation">
            <AddressFields request={request} defaults={defaults} notes={notes} onChange={change} />
          </Section>
          <Section title="Identity">
            <IdentityFields request={request} notes={notes} onChange={change} />
          </Section>
          <Section title="More products">
            <ProductFields request={request} notes={notes} onChange={change} />
          </Section>
          <AccountDefaultsSection store={store} />
        </div>
        <div className={`${layout.column} ${classes.sticky}`}>
          <Section title="Before you create it">
            <UnsettledNotice store={store} />
            <Notes notes={notes} />
            {repeated && <SentBefore failure={repeated} onOpen={onOpen} onAgain={() => void create(true)} />}
            {failure && !repeated && <FailureNotice failure={failure} />}
            {settings.readOnly ? (
              <Text mb={8} c="dimmed">
                This environment is read-only: nothing can be created in it.
              </Text>
            ) : (
              <Button
                variant="filled"
                className={(failure && classes.belowNotice) ?? ''}
                disabled={jsonFault !== undefined || repeated !== undefined || busy === 'setup'}
                loading={busy === 'create'}
                onClick={() => void create(false)}
              >
                Create in {visibleText(settings.name)}
              </Button>
            )}
          </Section>
          <RequestJson store={store} />
        </div>
      </div>
    </Page>
  );
}

function Notes({ notes }: { notes: readonly RequestNote[] }) {
  if (notes.length === 0) {
    return (
      <Text mb={8} c="dimmed">
        Nothing is missing according to the interface.
      </Text>
    );
  }
  return (
    <ul className={classes.notes}>
      {notes.map(({ field, tone, text }) => (
        <li key={`${field} ${text}`} data-tone={tone}>
          {tone === 'refused' && <strong>Will be refused: </strong>}
          {text} <code>{field}</code>
        </li>
      ))}
    </ul>
  );
}
