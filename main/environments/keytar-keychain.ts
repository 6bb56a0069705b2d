import { Failure } from '../failure.ts';
import { type Keychain, type KeychainLook, keychainFailure } from './keychain.ts';
import {
  availableLook,
  canAsk,
  dismissedLook,
  libraryLook,
  type Machine,
  refusalLook,
  secretServiceLook,
  waitingLook,
} from './keychain-words.ts';
import { lookAtSecretService } from './secret-service.ts';

/** The part of the keytar package that is used. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

interface KeytarFacts {
  machine: Machine;
  /** Imports the native library; rejects where it cannot be had. */
  load(): Promise<KeychainLibrary>;
  /** The longest a call may take, in milliseconds: an open store answers at once, a locked one waits for a person. */
  bounds?: { lookMs: number; openMs: number; askMs: number };
}

const service = 'assay';
/** CRED_MAX_CREDENTIAL_BLOB_SIZE: the most bytes the Windows Credential Manager keeps under one name. */
const longestOnWindows = 2560;
const usualBounds = { lookMs: 5_000, openMs: 10_000, askMs: 90_000 };

/** Imports the native keychain library, only when it is first needed: it does not load where libsecret is missing. */
export async function loadKeytar(): Promise<KeychainLibrary> {
  return (await import('keytar')).default;
}

/**
 * The operating system's own store, through keytar. On Linux the library cannot tell "no such secret" from "locked and
 * not unlocked" (both come back as null), so the state of the keyring is read from D-Bus before and after a call. One call
 * runs at a time: a hung one holds one thread, not all of them, and opens one window, not several.
 */
export function createKeytarKeychain(facts: KeytarFacts): Keychain {
  const { machine } = facts;
  const bounds = facts.bounds ?? usualBounds;
  let library: Promise<KeychainLibrary> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let hung = false;
  let dismissed = false;

  async function loaded(): Promise<KeychainLibrary> {
    library ??= facts.load();
    try {
      return await library;
    } catch (cause) {
      library = undefined;
      throw keychainFailure(libraryLook(machine), cause);
    }
  }

  /** `open`: the store will answer without asking the person; known on Linux only. */
  async function survey(): Promise<{ look: KeychainLook; open: boolean }> {
    if (machine.platform !== 'linux') return { look: availableLook(machine), open: false };
    const state = await lookAtSecretService(machine.variables, bounds.lookMs);
    return { look: secretServiceLook(state, machine), open: state === 'unlocked' };
  }

  /** What an unsuccessful call meant, given how the store stands after it. */
  async function whyNot(cause: unknown): Promise<Failure> {
    const text = cause instanceof Error ? cause.message : '';
    const after = machine.platform === 'linux' ? (await survey()).look : refusalLook(text, machine);
    const declined = after.state === 'denied' || (after.state === 'locked' && canAsk(machine));
    if (!declined) return keychainFailure(after.state === 'available' ? unexplained(text) : after, cause);
    dismissed = true;
    return keychainFailure(after.state === 'denied' ? after : dismissedLook(machine), cause);
  }

  async function perform<T>(act: (library: KeychainLibrary) => Promise<T>, nothing: (result: T) => boolean) {
    const keytar = await loaded();
    if (hung) throw keychainFailure(waitingLook(machine));
    const { look: before, open } = await survey();
    if (before.state === 'absent' || before.state === 'denied') throw keychainFailure(before);
    // A refused window is not opened again by itself, only when the person asks to look again.
    if (dismissed && !open) {
      throw keychainFailure(dismissedLook(machine));
    }
    dismissed = false;
    let result: T;
    try {
      result = await bounded(act(keytar), open ? bounds.openMs : bounds.askMs);
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw await whyNot(error);
    }
    if (nothing(result) && before.state === 'locked' && (await survey()).look.state === 'locked') {
      throw await whyNot(undefined);
    }
    return result;
  }

  async function bounded<T>(work: Promise<T>, longestMs: number): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      hung = true;
      reject(keychainFailure(waitingLook(machine)));
    }, longestMs);
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

  function inTurn<T>(
    act: (library: KeychainLibrary) => Promise<T>,
    nothing: (result: T) => boolean = () => false,
  ) {
    const turn = queue.then(() => perform(act, nothing));
    queue = turn.catch(() => undefined);
    return turn;
  }

  return {
    async get(account) {
      const secret = await inTurn((keytar) => keytar.getPassword(service, account), isNull);
      return secret ?? undefined;
    },
    async set(account, secret) {
      if (machine.platform === 'win32' && Buffer.byteLength(secret) > longestOnWindows) {
        throw new Failure({
          code: 'invalid-input',
          message: 'The Windows Credential Manager keeps no secret this long.',
          hint: 'Check that only the secret itself was pasted, or keep it for this session only.',
        });
      }
      await inTurn((keytar) => keytar.setPassword(service, account, secret));
    },
    delete(account) {
      return inTurn((keytar) => keytar.deletePassword(service, account), isFalse);
    },
    async state() {
      try {
        await loaded();
      } catch {
        return libraryLook(machine);
      }
      if (hung) return waitingLook(machine);
      const { look, open } = await survey();
      return dismissed && !open && look.state !== 'absent' ? dismissedLook(machine) : look;
    },
    askAgain() {
      dismissed = false;
    },
  };
}

function isNull(result: string | null): boolean {
  return result === null;
}

function isFalse(result: boolean): boolean {
  return !result;
}

function unexplained(text: string): KeychainLook {
  return {
    state: 'denied',
    message: `The keychain is open but refused${text ? `: “${text.slice(0, 200)}”` : ''}.`,
    hint: 'Look again in Settings; if it stays, log out and in again, or keep secrets for this session only.',
  };
}
