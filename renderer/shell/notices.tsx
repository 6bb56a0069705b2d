import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { useKeychain } from '../environments/use-keychain.ts';
import { useStores } from '../stores.tsx';
import { OutsideText } from '../ui/outside-text.tsx';
import { ToneIcon } from '../ui/status-badge.tsx';
import classes from './notices.module.css';

/**
 * Shows a failed request of the window's frame, such as switching the environment. Lasting conditions are in the top bar (condition-chip.tsx).
 */
export function Notices() {
  const { environments } = useStores();
  const isLoaded = useStore(environments, ({ selected }) => selected !== undefined);
  const keychain = useKeychain();
  const failure = useStore(environments, (state) => state.failure) ?? keychain.failure;
  const retry = () => {
    keychain.retry();
    void environments.getState().load();
  };
  // Before the list is known, the page itself shows it; a lost connection is in the top bar.
  const shown = isLoaded && failure?.code !== 'connection-lost' ? failure : undefined;
  return (
    <section className={classes.notices} aria-label="Notices" aria-live="polite">
      {shown && (
        <div className={classes.notice}>
          <ToneIcon tone="bad" size={15} />
          <p className={classes.text}>
            <OutsideText text={[shown.message, shown.hint].filter(Boolean).join(' ')} max={2000} />{' '}
            <code>{shown.code}</code>
          </p>
          <Button size="compact-xs" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </section>
  );
}
