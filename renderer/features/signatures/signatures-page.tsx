import { Button } from '@mantine/core';
import { IconEraser, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { useAction } from '../../actions/use-action.ts';
import layout from '../../ui/layout.module.css';
import { MaskScope } from '../../ui/masked.tsx';
import { Page } from '../../ui/page.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { ShortcutHint } from '../../ui/shortcut-hint.tsx';
import { BodyField } from './body-field.tsx';
import { checkedBody } from './check-store.ts';
import { Comparison } from './comparison.tsx';
import { Explanation } from './explanation.tsx';
import { HeaderFields } from './header-fields.tsx';
import { ImportBox } from './import-box.tsx';
import { defaultKey, KeyField } from './key-field.tsx';
import { MessageDetails } from './message-details.tsx';
import { Recipes } from './recipes.tsx';
import classes from './signatures-page.module.css';
import type { SignatureStore } from './store.ts';
import { TimeField } from './time-field.tsx';
import { spokenVerdicts } from './verdict-texts.ts';
import { Verdicts } from './verdicts.tsx';
import { verificationRequest } from './verification-request.ts';

interface SignaturesPageProps {
  store: SignatureStore;
  environments: readonly EnvironmentView[];
  /** The environment that is selected. */
  environment: EnvironmentView;
  onOpen(conversationId: string, environmentId: string): void;
  /** Called when a callback was checked, with its own id and that of its conversation. */
  onCallback(callbackId: string, conversationId: string | undefined): void;
}

const group = 'Signatures';

/** Shows whether a callback is genuine, and if it does not pass, why (interface 6.1 to 6.4). */
export function SignaturesPage(props: SignaturesPageProps) {
  const { store, environments, environment, onOpen, onCallback } = props;
  const input = useStore(store.input);
  // Selected members only: the progress of a large file must not render the page again.
  const busy = useStore(store.check, (state) => state.busy);
  const verification = useStore(store.check, (state) => state.verification);
  const verify = () => void store.check.getState().verify();
  const hasRawBodyFix = useStore(store.explain, ({ findings }) => findings.some(({ rawBody }) => rawBody));
  const announce = useAnnounce();
  const question = verificationRequest(input);
  const ready = 'request' in question;

  useEffect(() => () => store.leave(), [store]);
  useEffect(refuseStrayFiles, []);
  useEffect(() => {
    const { key, keyByHand, setKey } = store.input.getState();
    const wanted = defaultKey(environments, environment.id, keyByHand ? key : undefined);
    if (JSON.stringify(wanted) !== JSON.stringify(key)) {
      setKey(wanted, false);
    }
  }, [store, environments, environment.id]);
  useEffect(() => {
    if (verification) {
      announce(spokenVerdicts(verification));
    }
  }, [announce, verification]);

  const callbackId = verification?.message.callbackId;
  const conversationId = verification?.message.conversationId;
  useEffect(() => {
    if (callbackId) {
      onCallback(callbackId, conversationId);
    }
  }, [callbackId, conversationId, onCallback]);

  const body = useMemo(() => checkedBody({ body: input.body }, { verification }), [input.body, verification]);
  const matched = verification?.signature.key?.environmentId;
  const whose = environments.find(({ id }) => id === matched) ?? environment;
  const open = () => conversationId !== undefined && onOpen(conversationId, whose.id);

  useAction({
    id: 'verify',
    group,
    label: 'Verify the signature',
    shortcut: 'mod+enter',
    disabled: !ready,
    run: verify,
  });
  useAction({
    id: 'open-callback-conversation',
    group,
    label: 'Open the callback’s conversation',
    shortcut: 'mod+shift+o',
    disabled: conversationId === undefined,
    run: open,
  });
  useAction({
    id: 'focus-import',
    group,
    label: 'Paste a whole request',
    shortcut: 'alt+1',
    keywords: ['import', 'curl', 'har', 'http'],
    run: () => document.getElementById('signatures-import')?.focus(),
  });
  useAction({
    id: 'focus-verdicts',
    group,
    label: 'Go to the verdicts',
    shortcut: 'alt+2',
    disabled: !verification,
    run: () => document.getElementById('signatures-verdicts')?.focus(),
  });
  useAction({
    id: 'clear-signatures',
    group,
    label: 'Clear all input',
    shortcut: 'alt+shift+c',
    run: store.clear,
  });

  return (
    <Page
      title="Signatures"
      subtitle="Check whether a callback is genuine and, if it is not, find out why."
      busy={busy}
      fills
      actions={
        <>
          {!ready && <span className={layout.quiet}>{question.lacks}</span>}
          <Button leftSection={<IconEraser size={14} />} onClick={store.clear}>
            Clear
          </Button>
          <Button
            variant="filled"
            leftSection={<IconShieldCheck size={15} />}
            rightSection={<ShortcutHint shortcut="mod+enter" />}
            disabled={!ready}
            onClick={verify}
          >
            Verify
          </Button>
        </>
      }
    >
      <MaskScope scope="signatures">
        <div className={classes.columns}>
          <div className={classes.inputs}>
            <ImportBox store={store} />
            <section className={classes.fields} aria-label="What to check">
              <HeaderFields store={store.input} time={<TimeField store={store.input} />} />
              <KeyField store={store.input} environments={environments} />
            </section>
            <BodyField store={store.input} />
          </div>
          <div className={classes.results}>
            <Verdicts store={store} />
            <Explanation store={store} recipes={<Recipes store={store.explain} />} />
            {verification && (
              <MessageDetails
                verification={verification}
                environment={whose}
                onOpen={open}
                comparison={<Comparison body={body} environment={whose} />}
              />
            )}
            {!hasRawBodyFix && <Recipes store={store.explain} closed />}
          </div>
        </div>
      </MaskScope>
    </Page>
  );
}

/** Ignores files dropped beside the drop targets: otherwise the browser would leave the page and open them. */
function refuseStrayFiles(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) {
      event.preventDefault();
    }
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
  return () => {
    window.removeEventListener('dragover', refuse);
    window.removeEventListener('drop', refuse);
  };
}
