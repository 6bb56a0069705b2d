import { useBridgeAction, useBridgeQuery } from '../bridge/use-bridge.tsx';
import { useAnnounce } from '../ui/services.tsx';

const changes = ['keychain.state'] as const;

/** Returns the keychain’s state, and what can be done where it cannot be reached. The frame of the window shows it, so that it is read once. */
export function useKeychain() {
  const announce = useAnnounce();
  const state = useBridgeQuery('keychain.state', {});
  const check = useBridgeAction('keychain.check', {}, { changes });
  const cancel = useBridgeAction('keychain.cancel', {});
  const sessionOnly = useBridgeAction('keychain.sessionOnly', {}, { changes });
  const failed = [check, cancel, sessionOnly].find(({ failure }) => failure);
  return {
    keychain: state.data,
    isChecking: check.busy,
    failure: failed?.failure ?? state.failure,
    /** Asks the keychain again, and announces what it answers. */
    async check() {
      announce((await check.run())?.message ?? '');
    },
    /** Stops waiting for its password window. */
    cancel: () => void cancel.run(),
    /** Sets whether new secrets are kept in memory only. */
    sessionOnly: (on: boolean) => void sessionOnly.run({ sessionOnly: on }),
    /** Reads the state again, and drops the failure. */
    retry() {
      failed?.reset();
      state.refresh();
    },
  };
}
