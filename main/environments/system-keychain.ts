import pLimit from 'p-limit';
import { Failure } from '../failure.ts';
import type { Keychain, KeychainBackend, KeychainStatus } from './keychain-interface.ts';
import {
  availableStatus,
  canAsk,
  dismissedStatus,
  keychainFailure,
  libraryMissingStatus,
  type Machine,
  refusalStatus,
  secretServiceStatus,
  unansweredStatus,
  waitingStatus,
} from './keychain-status.ts';
import { PromptDismissed, readSecretServiceState, unlockSecretService } from './secret-service.ts';
import { SecretServiceBackend } from './secret-service-backend.ts';
import { BusTimeout } from './session-bus.ts';

interface KeytarDeps {
  machine: Machine;
  /** Imports the native backend; rejects when it is missing. */
  load(): Promise<KeychainBackend>;
  /** The longest duration of a call, in milliseconds: an open keychain answers at once, a locked one waits for the user. */
  bounds?: { checkMs: number; openMs: number; promptMs: number };
}

const service = 'assay';
/** CRED_MAX_CREDENTIAL_BLOB_SIZE: the most bytes under one name in the Windows Credential Manager. */
const maxOnWindows = 2560;
const usualBounds = { checkMs: 4_000, openMs: 10_000, promptMs: 90_000 };

/** The keychain of this system: over D-Bus on Linux, elsewhere a native backend that is imported on first use. */
export async function loadKeychainBackend({ platform, variables }: Machine): Promise<KeychainBackend> {
  if (platform === 'linux') {
    return new SecretServiceBackend(variables, usualBounds.promptMs);
  }
  return (await import('keytar')).default;
}

/**
 * The operating system's keychain. On Linux a search finds nothing in a locked keyring, so it is unlocked first. One
 * call runs at a time, so that only one password window opens.
 */
export function createSystemKeychain(deps: KeytarDeps): Keychain {
  const { machine } = deps;
  const bounds = deps.bounds ?? usualBounds;
  let backend: Promise<KeychainBackend> | undefined;
  const oneAtATime = pLimit(1);
  let hung = false;
  /** Set after the user declined: they are not asked again until they want to be. */
  let declined: KeychainStatus | undefined;

  async function loaded(): Promise<KeychainBackend> {
    backend ??= deps.load();
    try {
      return await backend;
    } catch (cause) {
      backend = undefined;
      throw keychainFailure(libraryMissingStatus(), cause);
    }
  }

  /** `open`: the keychain will answer without asking the user; known on Linux only. */
  async function survey(): Promise<{ status: KeychainStatus; open: boolean }> {
    if (machine.platform !== 'linux') {
      return { status: availableStatus(machine), open: false };
    }
    const state = await readSecretServiceState(machine.variables, bounds.checkMs);
    return { status: secretServiceStatus(state, machine), open: state === 'unlocked' };
  }

  /** Unlocks a keyring, which may ask the user; a window they closed does not open again by itself. */
  async function unlock(): Promise<void> {
    if (declined) {
      throw keychainFailure(declined);
    }
    const state = await unlockSecretService(machine.variables, bounds.promptMs);
    if (state === 'unlocked') {
      return;
    }
    if (state === 'unanswered') {
      declined = unansweredStatus(machine);
    } else if (state === 'locked' && canAsk(machine)) {
      declined = dismissedStatus(machine);
    }
    throw keychainFailure(declined ?? secretServiceStatus(state, machine));
  }

  /** The failure for an error of the backend, given the keychain's present state. */
  async function whyNot(cause: unknown): Promise<Failure> {
    const text = cause instanceof Error ? cause.message : '';
    if (machine.platform === 'linux') {
      const { status } = await survey();
      return keychainFailure(status.state === 'available' ? refusedStatus(text) : status, cause);
    }
    const status = refusalStatus(text, machine);
    if (status.state === 'denied') {
      declined = status;
    }
    return keychainFailure(status, cause);
  }

  async function perform<T>(act: (backend: KeychainBackend) => Promise<T>, nothing: (result: T) => boolean) {
    const keytar = await loaded();
    if (hung) {
      throw keychainFailure(waitingStatus(machine));
    }
    const { status, open } = await survey();
    if (status.state === 'locked') {
      await unlock();
    } else if (status.state !== 'available') {
      throw keychainFailure(status);
    } else if (declined && !open) {
      throw keychainFailure(declined);
    }
    declined = undefined;
    let result: T;
    try {
      result = await bounded(act(keytar), open ? bounds.openMs : bounds.promptMs);
    } catch (error) {
      if (error instanceof Failure) {
        throw error;
      }
      if (error instanceof PromptDismissed) {
        declined = dismissedStatus(machine);
        throw keychainFailure(declined, error);
      }
      if (error instanceof BusTimeout) {
        throw keychainFailure(secretServiceStatus('silent', machine), error);
      }
      throw await whyNot(error);
    }
    // The backend cannot distinguish a keyring that was locked meanwhile from one without this secret.
    const meanwhile = nothing(result) ? (await survey()).status : undefined;
    if (meanwhile && meanwhile.state !== 'available') {
      throw keychainFailure(meanwhile);
    }
    return result;
  }

  async function bounded<T>(work: Promise<T>, maxMs: number): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      hung = true;
      reject(keychainFailure(waitingStatus(machine)));
    }, maxMs);
    const settled = () => {
      hung = false;
    };
    work.then(settled, settled);
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  function enqueue<T>(
    act: (backend: KeychainBackend) => Promise<T>,
    nothing: (result: T) => boolean = () => false,
  ) {
    return oneAtATime(() => perform(act, nothing));
  }

  return {
    async get(account) {
      const secret = await enqueue((keytar) => keytar.getPassword(service, account), isNull);
      return secret ?? undefined;
    },
    async set(account, secret) {
      if (machine.platform === 'win32' && Buffer.byteLength(secret) > maxOnWindows) {
        throw new Failure({
          code: 'invalid-input',
          message: 'The secret is too long for the Windows Credential Manager.',
          hint: 'Check that only the secret itself was pasted, or keep it for this session only.',
        });
      }
      await enqueue((keytar) => keytar.setPassword(service, account, secret));
    },
    delete(account) {
      return enqueue((keytar) => keytar.deletePassword(service, account), isFalse);
    },
    async state() {
      try {
        await loaded();
      } catch {
        return libraryMissingStatus();
      }
      if (hung) {
        return waitingStatus(machine);
      }
      const { status, open } = await survey();
      return declined && !open && status.state !== 'absent' ? declined : status;
    },
    askAgain() {
      declined = undefined;
    },
  };
}

function isNull(result: string | null): boolean {
  return result === null;
}

function isFalse(result: boolean): boolean {
  return !result;
}

function refusedStatus(text: string): KeychainStatus {
  return {
    state: 'denied',
    message: `The keychain is open but refused${text ? `: “${text.slice(0, 200)}”` : ''}.`,
    hint: 'Check again in Settings. If it keeps happening, log out and in again, or keep secrets for this session only.',
  };
}
