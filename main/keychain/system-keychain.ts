import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { Failure } from '../common/failure.ts';
import type { Keychain, KeychainBackend, KeychainStatus } from './keychain.ts';
import {
  availableStatus,
  canAsk,
  keychainFailure,
  type Machine,
  refusalStatus,
  silentStatus,
  unansweredStatus,
  waitingStatus,
} from './keychain-status.ts';
import { isRefusal } from './keytar-process.ts';

interface SystemKeychainDeps {
  machine: Machine;
  /** Imports or starts keytar; rejects when its native part is missing. */
  load(): Promise<KeychainBackend>;
  /** The longest duration of a call, in milliseconds: with a display it may wait for the user. */
  bounds?: { openMs: number; promptMs: number };
}

const service = 'assay';
/** The entry that is written, read and deleted to find out whether the keychain is open; two consoles have two. */
const checkAccount = `console/check-${process.pid}`;
/** CRED_MAX_CREDENTIAL_BLOB_SIZE: the most bytes under one name in the Windows Credential Manager. */
const maxOnWindows = 2560;

/** keytar in this process: on macOS and Windows, and for commands that end after one answer. */
export async function loadKeytar(): Promise<KeychainBackend> {
  return (await import('keytar')).default;
}

/**
 * Creates the operating system's keychain. One call runs at a time, so that only one password window opens. On Linux a locked
 * keyring without a password window reads as an empty one, so nothing is taken for missing before an entry of the
 * console's own could be written and read.
 */
export function createSystemKeychain({ machine, load, bounds }: SystemKeychainDeps): Keychain {
  const isLinux = machine.platform === 'linux';
  const { openMs, promptMs } = bounds ?? { openMs: 10_000, promptMs: 90_000 };
  const maxMs = canAsk(machine) ? promptMs : openMs;
  const oneAtATime = pLimit(1);
  let backend: Promise<KeychainBackend> | undefined;
  /** The state found by the last call. */
  let last: KeychainStatus | undefined;
  /** True if the user closed or did not answer a window: none opens again until the user asks for it. */
  let isDeclined = false;
  /** True if a call that could not be ended still waits. */
  let isHung = false;
  let stopWaiting: (() => void) | undefined;

  async function perform<T>(act: (keytar: KeychainBackend) => Promise<T>): Promise<T> {
    if (isHung) {
      throw keychainFailure(waitingStatus(machine));
    }
    if (isDeclined && last !== undefined) {
      throw keychainFailure(last);
    }
    try {
      backend ??= load();
      const result = await whileWaited(backend, act);
      last = availableStatus(machine);
      return result;
    } catch (error) {
      last = error instanceof NoAnswer ? unansweredState() : refusalStatus(messageOf(error), machine);
      const hasAsked = isLinux ? error instanceof NoAnswer || isRefusal(error) : last.state === 'denied';
      isDeclined = hasAsked && canAsk(machine);
      throw keychainFailure(last, error);
    }
  }

  function unansweredState(): KeychainStatus {
    if (!isLinux) {
      return waitingStatus(machine);
    }
    return canAsk(machine) ? unansweredStatus : silentStatus;
  }

  /** Waits for the call; when that takes too long or is cancelled, ends its process where it has one. */
  async function whileWaited<T>(
    loading: Promise<KeychainBackend>,
    act: (keytar: KeychainBackend) => Promise<T>,
  ): Promise<T> {
    const keytar = await loading.catch((error: unknown) => {
      backend = undefined;
      throw error;
    });
    const { promise: late, reject } = Promise.withResolvers<never>();
    stopWaiting = () => {
      isHung = keytar.end === undefined;
      keytar.end?.();
      reject(new NoAnswer());
    };
    const timer = setTimeout(stopWaiting, maxMs);
    const work = act(keytar);
    const notHung = () => {
      isHung = false;
    };
    work.then(notHung, notHung);
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      stopWaiting = undefined;
    }
  }

  /** Runs a call. `isNothing`: the result may also mean that the keyring is locked. */
  function enqueue<T>(
    act: (keytar: KeychainBackend) => Promise<T>,
    isNothing: (result: T) => boolean = () => false,
  ): Promise<T> {
    return oneAtATime(() =>
      perform(async (keytar) => {
        const result = await act(keytar);
        if (isLinux && isNothing(result)) {
          await checkOpen(keytar);
        }
        return result;
      }),
    );
  }

  return {
    async get(account) {
      const secret = await enqueue(
        (keytar) => keytar.getPassword(service, account),
        (password) => password === null,
      );
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
      return enqueue(
        (keytar) => keytar.deletePassword(service, account),
        (wasThere) => !wasThere,
      );
    },
    async state() {
      if (last === undefined) {
        await enqueue((keytar) => (isLinux ? checkOpen(keytar) : Promise.resolve())).catch(() => undefined);
      }
      return last ?? waitingStatus(machine);
    },
    askAgain() {
      isDeclined = false;
      last = undefined;
    },
    cancel() {
      stopWaiting?.();
    },
  };
}

/** No answer in time, or the user stopped waiting for it. */
class NoAnswer extends Error {}

/** @throws keytar's error for a keyring that is locked, absent or refuses; Error when it gives back another value */
async function checkOpen(keytar: KeychainBackend): Promise<void> {
  const value = randomUUID();
  await keytar.setPassword(service, checkAccount, value);
  const read = await keytar.getPassword(service, checkAccount);
  await keytar.deletePassword(service, checkAccount);
  if (read !== value) {
    throw new Error('What was saved could not be read back');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
