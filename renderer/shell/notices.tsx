import { useStore } from 'zustand';
import type { KeychainState } from '../../preload/contract/environments.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { useStores } from '../stores.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { OutsideText } from '../ui/outside-text.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { Act, Notice } from './notice.tsx';
import classes from './notices.module.css';
import { useGo } from './use-route.ts';

/** Conditions that last until they are fixed, each in a thin bar. */
export function Notices() {
  const { environments, application } = useStores();
  const { keychain, selected, failure, problem, load } = useStore(environments);
  const { connection, info } = useStore(application);
  const go = useGo();
  const inSandbox = selected?.settings.kind === 'sandbox';
  return (
    <section className={classes.notices} aria-label="Notices" aria-live="polite">
      {connection === 'lost' && (
        <Notice tone="bad">
          This window lost its connection to the console and is reconnecting. Anything in progress may or may
          not have completed.
        </Notice>
      )}
      {connection === 'replaced' && (
        <Notice tone="bad">
          This window’s console has stopped, and another program now answers at its address. Nothing was sent
          to it. Close this window, start the console again and open the address it prints.
        </Notice>
      )}
      {failure && failure.code !== 'connection-lost' && (
        <Notice tone="bad" actions={<Act onClick={() => void load()}>Try again</Act>}>
          <OutsideText text={[failure.message, failure.hint].filter(Boolean).join(' ')} most={2000} />{' '}
          <code>{failure.code}</code>
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" actions={<Act onClick={() => void load()}>Try again</Act>}>
          <OutsideText text={[problem.message, problem.hint].filter(Boolean).join(' ')} most={2000} />{' '}
          <code>{problem.code}</code>
        </Notice>
      )}
      <DeletionNotice />
      {selected && !selected.builtIn && (!selected.apiKey || selected.apiKey.heldBack) && (
        <Notice
          tone="caution"
          actions={
            <Act onClick={() => go({ page: 'settings', section: 'environment', environmentId: selected.id })}>
              {selected.apiKey ? 'Enter it again' : 'Add it'}
            </Act>
          }
        >
          {selected.apiKey
            ? `The API key of ${visibleText(selected.settings.name)} was entered for another address and is not used, so nothing can be read from it.`
            : `${visibleText(selected.settings.name)} has no API key yet, so nothing can be read from it.`}
        </Notice>
      )}
      {keychain && <KeychainNotice keychain={keychain} inSandbox={inSandbox} />}
      {info?.notice !== undefined && <Notice tone="neutral">{info.notice}</Notice>}
    </section>
  );
}

/** One line, with how to fix it on demand. Neutral in the sandbox, which stores no secrets. */
function KeychainNotice({ keychain, inSandbox }: { keychain: KeychainState; inSandbox: boolean }) {
  const { checkKeychain, sessionOnly } = useStore(useStores().environments);
  const tone = inSandbox ? 'neutral' : 'caution';
  if (keychain.sessionOnly) {
    return (
      <Notice tone={tone} actions={<Act onClick={() => void sessionOnly(false)}>Use the keychain</Act>}>
        Secrets are kept in memory only, for this session. They are lost when the console closes.
      </Notice>
    );
  }
  if (keychain.state === 'available') {
    return null;
  }
  const keep = <Act onClick={() => void sessionOnly(true)}>Keep secrets for this session only</Act>;
  return (
    <Notice
      tone={tone}
      actions={inSandbox ? undefined : keep}
      more={
        <>
          <p className={classes.hint}>{keychain.hint}</p>
          {keychain.command !== undefined && <Copyable value={keychain.command} label="command" />}
          <div className={classes.actions}>
            <Act onClick={() => void checkKeychain()}>Check again</Act>
            {inSandbox && keep}
          </div>
        </>
      }
    >
      {keychain.message} {inSandbox && 'The sandbox does not need it.'}
    </Notice>
  );
}
