import { Button, Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconEraser, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import type { KeyChoice, Verification } from '../../../preload/contract/signatures.ts';
import { useActions } from '../../actions/use-action.ts';
import { EnvironmentProvider, useEnvironment } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { useAnnounce, useGo } from '../../ui/services.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { usePick } from '../../ui/use-pick.ts';
import { BodyField } from './body-field.tsx';
import { HeaderFields } from './header-fields.tsx';
import { ImportBox } from './import-box.tsx';
import { type InputState, localIn } from './input-store.ts';
import { defaultKey, KeyField } from './key-field.tsx';
import type { Message } from './message.ts';
import { MessagePanel } from './message-panel.tsx';
import { Recipes } from './recipes.tsx';
import classes from './signatures-page.module.css';
import { useCheck, useImport } from './use-check.ts';
import { spokenVerdicts } from './verdict-texts.ts';
import { verificationRequest } from './verification-request.ts';

interface SignaturesPageProps {
  store: StoreApi<InputState>;
  environments: readonly EnvironmentView[];
  /** Called when a callback was checked, with its own id and that of its conversation. */
  onCallback(callbackId: string, conversationId: string | undefined): void;
}

/** Shows whether a callback is genuine, and if it does not pass, why (interface 6.1 to 6.4). */
export function SignaturesPage(props: SignaturesPageProps) {
  const environment = useEnvironment();
  const { store, environments, onCallback } = props;
  const go = useGo();
  const { check, reset, verify: checkAgain } = useCheck(store);
  const imports = useImport(store);
  const { busy, data: verification, failure } = check;
  const verify = () => {
    const question = verificationRequest(store.getState());
    if ('lacks' in question) {
      document.getElementById(question.fieldId)?.focus();
      announce(question.lacks);
    } else {
      void checkAgain();
    }
  };
  const announce = useAnnounce();
  const lacks = useStore(store, (input) => {
    const question = verificationRequest(input);
    return 'lacks' in question ? question.lacks : undefined;
  });
  const revision = useStore(store, (state) => state.revision);
  const { message, searchKey } = useMemo(
    () => ({ revision, ...messageOf(store.getState(), verification) }),
    [store, revision, verification],
  );

  // Every verdict belongs to exactly one input.
  useEffect(() => store.subscribe((now, before) => now.revision !== before.revision && reset()));
  useEffect(() => store.getState().leave, [store]);
  useWindowEvent('dragover', refuseStrayFile);
  useWindowEvent('drop', refuseStrayFile);
  useEffect(() => {
    const { key, keyByHand, setKey } = store.getState();
    const preselection = defaultKey(environments, environment.id, keyByHand ? key : undefined);
    if (JSON.stringify(preselection) !== JSON.stringify(key)) {
      setKey(preselection, false);
    }
  }, [store, environments, environment.id]);
  // Verdicts of before are not announced when the page is opened again.
  const lastVerification = useRef(verification);
  useEffect(() => {
    if (verification && verification !== lastVerification.current) {
      announce(spokenVerdicts(verification));
    }
    lastVerification.current = verification;
  }, [announce, verification]);

  const callbackId = verification?.message.callbackId;
  const conversationId = verification?.message.conversationId;
  useEffect(() => {
    if (callbackId) {
      onCallback(callbackId, conversationId);
    }
  }, [callbackId, conversationId, onCallback]);

  const clear = () => {
    imports.reset();
    store.getState().clear();
  };
  const keyEnvironmentId = verification?.signature.key?.environmentId;
  const whose = environments.find(({ id }) => id === keyEnvironmentId) ?? environment;
  const open = () => conversationId !== undefined && go({ page: 'conversations', conversationId }, whose.id);

  useActions('Signatures', [
    {
      id: 'verify',
      label: 'Verify the signature',
      shortcut: 'mod+enter',
      run: verify,
    },
    {
      id: 'open-callback-conversation',
      label: 'Open the callback’s conversation',
      shortcut: 'mod+shift+o',
      disabled: conversationId === undefined,
      run: open,
    },
    {
      id: 'focus-import',
      label: 'Paste a whole request',
      shortcut: 'alt+1',
      keywords: ['import', 'curl', 'har', 'http'],
      run: () => document.getElementById('signatures-import')?.focus(),
    },
    {
      id: 'focus-verdicts',
      label: 'Go to the verdicts',
      shortcut: 'alt+2',
      disabled: !verification,
      run: () => document.getElementById('signatures-verdicts')?.focus(),
    },
    {
      id: 'clear-signatures',
      label: 'Clear all input',
      shortcut: 'alt+shift+c',
      run: clear,
    },
  ]);

  return (
    <Page
      title="Signatures"
      subtitle="Check whether a callback is genuine and, if it is not, find out why."
      busy={busy}
      fills
      actions={
        <>
          {lacks !== undefined && <span className={layout.quiet}>{lacks}</span>}
          <Button leftSection={<IconEraser size={14} />} onClick={clear}>
            Clear
          </Button>
          <Button
            variant="filled"
            leftSection={<IconShieldCheck size={15} />}
            {...withShortcut('mod+enter')}
            onClick={verify}
          >
            Verify
          </Button>
        </>
      }
    >
      <ImportBox store={store} />
      <div className={classes.columns}>
        <div className={classes.inputs}>
          <section className={classes.fields} aria-label="What to check">
            <HeaderFields store={store} time={<TimeField store={store} />} />
            <KeyField store={store} environments={environments} />
          </section>
          <BodyField store={store} />
        </div>
        <div className={classes.results}>
          {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} onRetry={verify} />}
          <EnvironmentProvider value={whose}>
            <MessagePanel message={message} searchKey={searchKey} />
          </EnvironmentProvider>
          {!verification && <Recipes closed />}
        </div>
      </div>
    </Page>
  );
}

/** Returns the message that was checked, and the key to search with; neither before a check. */
function messageOf(
  input: InputState,
  verification: Verification | undefined,
): { message?: Message; searchKey?: KeyChoice } {
  if (verification === undefined) {
    return {};
  }
  const { target, event, conversationId } = verification.message;
  const question = verificationRequest(input);
  return {
    message: {
      name: `check ${verification.id}`,
      title: [target, event].filter(Boolean).join(' ') || 'Not a callback',
      headers: [
        ['X-Signature-Timestamp', input.timestamp],
        ['X-Signature', input.signature],
      ],
      body: input.body.bytes,
      verification,
      conversationId,
      target,
      event,
    },
    ...('request' in question && { searchKey: question.request.key }),
  };
}

/** Ignores files dropped beside the drop targets: otherwise the browser would leave the page and open them. */
function refuseStrayFile(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) {
    event.preventDefault();
  }
}

/** Chooses the moment for checking the timestamp: now, or a given one, as for a callback that was stored. */
function TimeField({ store }: { store: StoreApi<InputState> }) {
  const { time, asOf, timestamp, setTime, setAsOf } = usePick(
    store,
    'time',
    'asOf',
    'timestamp',
    'setTime',
    'setAsOf',
  );
  const id = useId();
  const ms = /^\d{1,14}$/.test(timestamp) ? Number(timestamp) : undefined;
  return (
    <>
      <div>
        <Text span display="block" fw={500} mb={2} id={id}>
          Check time against
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          value={time}
          onChange={(value) => setTime(value === 'as-of' ? 'as-of' : 'now')}
          data={[
            { value: 'now', label: 'Now' },
            { value: 'as-of', label: 'As of…' },
          ]}
        />
      </div>
      {time === 'as-of' && (
        <Group gap={6} flex="1 1 100%">
          <TextInput
            type="datetime-local"
            step="1"
            id="signatures-as-of"
            aria-label="Date and time"
            value={asOf.local}
            onChange={(event) => setAsOf({ local: event.currentTarget.value })}
            flex="1 1 11.5rem"
          />
          <NativeSelect
            aria-label="Offset from UTC"
            value={asOf.offset}
            onChange={(event) => setAsOf({ offset: event.currentTarget.value })}
            data={offsetsWith(asOf.offset)}
          />
          <Button
            disabled={ms === undefined}
            onClick={() => ms !== undefined && setAsOf({ local: localIn(ms, asOf.offset) })}
          >
            When signed
          </Button>
        </Group>
      )}
    </>
  );
}

const offsets = [
  ...['-12:00', '-11:00', '-10:00', '-09:30', '-09:00', '-08:00', '-07:00', '-06:00', '-05:00', '-04:00'],
  ...['-03:30', '-03:00', '-02:00', '-01:00', '+00:00', '+01:00', '+02:00', '+03:00', '+03:30', '+04:00'],
  ...['+04:30', '+05:00', '+05:30', '+05:45', '+06:00', '+06:30', '+07:00', '+08:00', '+08:45', '+09:00'],
  ...['+09:30', '+10:00', '+10:30', '+11:00', '+12:00', '+12:45', '+13:00', '+14:00'],
];

function offsetsWith(own: string): { value: string; label: string }[] {
  const all = offsets.includes(own) ? offsets : [own, ...offsets];
  return all.map((value) => ({ value, label: value === '+00:00' ? 'UTC' : `UTC${value.replace('-', '−')}` }));
}
