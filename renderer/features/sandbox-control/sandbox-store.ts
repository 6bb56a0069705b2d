import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { SandboxCertificate, SandboxCommand, SandboxState } from '../../../preload/contract/sandbox.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

export interface SandboxDrawerState {
  opened: boolean;
  /** Undefined until it was read. */
  state: SandboxState | undefined;
  busy: boolean;
  failure: FailureView | undefined;
  open(environmentId: string): void;
  close(): void;
  /** Executes a command; resolves to true if it succeeded. */
  command(environmentId: string, command: SandboxCommand): Promise<boolean>;
  /** Issued for a receiver of one's own. */
  certificate: SandboxCertificate | undefined;
  issueCertificate(environmentId: string): Promise<void>;
}

/** Creates the store of the state of the console's own sandbox for the drawer. */
export function createSandboxStore(bridge: BridgeClient): StoreApi<SandboxDrawerState> {
  const latest = new LatestRequest();
  return createStore<SandboxDrawerState>()((set) => {
    const run = async (request: (signal: AbortSignal) => Promise<SandboxState>): Promise<boolean> => {
      let isDone = false;
      set({ busy: true, failure: undefined });
      await latest.run(request, {
        done(state) {
          isDone = true;
          set({ state, busy: false });
        },
        failed: (failure) => set({ failure, busy: false }),
      });
      return isDone;
    };
    return {
      opened: false,
      state: undefined,
      busy: false,
      failure: undefined,
      certificate: undefined,
      open(environmentId) {
        set({ opened: true });
        void run((signal) => bridge.invoke('sandbox.state', { environmentId }, { signal }));
      },
      close() {
        latest.discard();
        set({ opened: false, state: undefined, busy: false, failure: undefined, certificate: undefined });
      },
      async issueCertificate(environmentId) {
        await latest.run((signal) => bridge.invoke('sandbox.certificate', { environmentId }, { signal }), {
          done: (certificate) => set({ certificate }),
          failed: (failure) => set({ failure }),
        });
      },
      command: (environmentId, command) =>
        run((signal) => bridge.invoke('sandbox.command', { environmentId, command }, { signal })),
    };
  });
}
