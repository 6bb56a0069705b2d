import { Button, Flex, Paper, Stack, Text, Textarea } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { rolesAtService } from '../../../preload/contract/team-roles.ts';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import { CopyButton } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { useRoleRefusal } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { useGo } from '../../ui/services.tsx';
import { Time } from '../../ui/time.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { AccountDefaultsSection } from './account-defaults.tsx';
import { AddressFields } from './address-fields.tsx';
import { CreatedView } from './created-view.tsx';
import classes from './creation-page.module.css';
import { type CreationDraft, changedJson, draftOf } from './draft.ts';
import { IdentityFields } from './identity-fields.tsx';
import { ProductFields } from './product-fields.tsx';
import { type RequestNote, refusedFields, requestNotes } from './request-notes.ts';
import { SandboxExample } from './sandbox-example.tsx';
import { SaveTemplate, Templates } from './templates.tsx';
import { useSetup } from './use-setup.ts';

interface CreationPageProps {
  draft: StoreApi<CreationDraft>;
  /** Reads the conversation again until it is final. */
  onWatch(conversationId: string): Promise<boolean>;
}

/** Shows a new conversation (interface 4.1): its form with the JSON beside it, then the address for the user. */
export function CreationPage({ draft, onWatch }: CreationPageProps) {
  const { settings } = useEnvironment();
  const { request, json, jsonFault } = useStore(draft);
  const setup = useSetup().data;
  const refusal = useRoleRefusal(rolesAtService);
  const action = useEnvironmentAction(
    'creation.create',
    {},
    { keep: true, once: true, changes: ['creation.unsettled'] },
  );
  // The outcome is that of the request it was sent with, which may have been changed since.
  const { data: creation, failure } = action.input?.request === request ? action : {};
  const change = (request?: CreateConversation) => draft.setState(draftOf(request));
  const check = useFormCheck({ json: jsonFault });
  const create = (again: boolean) => check.passes() && void action.run({ request, again });
  if (creation) {
    return (
      <CreatedView
        creation={creation}
        onWatch={onWatch}
        onSameAgain={action.reset}
        onNew={() => {
          action.reset();
          change();
        }}
      />
    );
  }
  const defaults = setup?.defaults ?? {};
  const strategies = [
    ...new Set([defaults.strategy, ...(setup?.templates ?? []).map((one) => one.request.strategy)]),
  ].filter((one) => one !== undefined);
  const notes = requestNotes(request, defaults, settings.kind);
  const atFields = [...notes, ...refusedFields(failure)];
  const repetition = failure?.code === 'creation-repeated' ? failure : undefined;
  return (
    <Page
      title="New conversation"
      busy={action.busy}
      actions={
        <Button size="compact-sm" onClick={() => change()}>
          Clear
        </Button>
      }
    >
      <div ref={check.ref} className={layout.formAndAside}>
        <Stack miw={0}>
          {settings.kind === 'sandbox' && (
            <SandboxExample baseUrl={settings.baseUrl.replace(/\/$/, '')} onFill={change} />
          )}
          <Templates request={request} onFill={change} />
          <Section title="Conversation">
            <AddressFields
              request={request}
              defaults={defaults}
              strategies={strategies}
              notes={atFields}
              onChange={change}
            />
          </Section>
          <Section title="Identity">
            <IdentityFields request={request} notes={notes} onChange={change} />
          </Section>
          <Section title="More products">
            <ProductFields request={request} notes={atFields} onChange={change} />
          </Section>
          <AccountDefaultsSection />
          <SaveTemplate request={request} />
        </Stack>
        <Stack miw={0} className={classes.sticky}>
          <Section title="Before you create it">
            <UnsettledNotice failure={failure} />
            <Notes notes={notes} />
            {repetition && <SentBefore failure={repetition} onAgain={() => create(true)} />}
            {failure && !repetition && <FailureNotice failure={failure} />}
            {settings.readOnly || refusal !== undefined ? (
              <Text mb={8} c="dimmed">
                {refusal ?? 'This environment is read-only: nothing can be created in it.'}
              </Text>
            ) : (
              <Button
                variant="filled"
                mt={failure ? 12 : 0}
                disabled={repetition !== undefined}
                loading={action.busy}
                onClick={() => create(false)}
              >
                Create in {visibleText(settings.name)}
              </Button>
            )}
          </Section>
          <Section title="As JSON" actions={<CopyButton value={json} label="request" />}>
            <Textarea
              aria-label="Request as JSON"
              value={json}
              error={jsonFault}
              minRows={12}
              maxRows={32}
              spellCheck={false}
              classNames={{ input: layout.mono ?? '' }}
              onChange={({ currentTarget }) => draft.setState(changedJson(currentTarget.value))}
            />
          </Section>
        </Stack>
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
    <Flex component="ul" direction="column" gap={6} mb={12}>
      {notes.map(({ field, tone, text }) => (
        <li key={`${field} ${text}`} data-tone={tone}>
          {tone === 'refused' && <strong>Will be refused: </strong>}
          {text}{' '}
          <Text span c="dimmed" fz={12} ff="monospace">
            {field}
          </Text>
        </li>
      ))}
    </Flex>
  );
}

interface SentBeforeProps {
  /** `creation-repeated`. */
  failure: FailureView;
  onAgain(): void;
}

/** Shows the result of the same request if it was sent less than five minutes ago, and offers to create a second conversation. */
function SentBefore({ failure, onAgain }: SentBeforeProps) {
  const go = useGo();
  const { conversationId, outcome } = failure.details ?? {};
  return (
    <FailureNotice failure={failure}>
      {typeof conversationId === 'string' && (
        <Button onClick={() => go({ page: 'conversations', conversationId })}>Open that conversation</Button>
      )}
      {outcome !== 'running' && (
        <Button color="red" variant="light" onClick={onAgain}>
          Create a second one
        </Button>
      )}
    </FailureNotice>
  );
}

interface UnsettledNoticeProps {
  /** The failure of the request on the page. */
  failure: FailureView | undefined;
}

/** Requests that were sent, also before a restart, and of which it is not known whether they created a conversation. */
function UnsettledNotice({ failure }: UnsettledNoticeProps) {
  const { data } = useEnvironmentQuery('creation.unsettled', {}, { keep: true });
  const settling = useEnvironmentAction('creation.settle', {}, { changes: ['creation.unsettled'] });
  // If they cannot be read, none is shown, and a repetition is still asked about.
  const requests = data?.unsettled ?? [];
  // The failure that is shown says it already.
  if (requests.length === 0 || failure?.code === 'outcome-unknown' || failure?.code === 'creation-repeated') {
    return null;
  }
  return (
    <Paper withBorder mb={12} px={12} py={10} bg="var(--status-caution-surface)">
      <Text mb={8} role="status">
        <strong>
          {requests.length === 1
            ? 'It is not known whether a request created a conversation.'
            : `It is not known whether ${requests.length} requests created a conversation.`}
        </strong>{' '}
        Look for a callback, or for the conversation in your own system or in the administration panel.
      </Text>
      <Flex component="ul" direction="column" gap={4}>
        {requests.map(({ id, sentAt }) => (
          <li key={id}>
            Sent <Time at={sentAt} />{' '}
            <Button size="compact-xs" onClick={() => void settling.run({ id })}>
              Mark as settled
            </Button>
          </li>
        ))}
      </Flex>
      {settling.failure && <FailureNotice failure={settling.failure} />}
    </Paper>
  );
}
