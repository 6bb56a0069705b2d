import type { KeychainState } from '../../preload/contract/environments.ts';
import { Failure } from '../failure.ts';

/** A look at this machine's secret store: which state, in which words, and how to mend it. */
export type KeychainStatus = Omit<KeychainState, 'sessionOnly'>;

/**
 * Where secrets are kept. Each secret has an account (a path such as `environment/<id>/api-key`) of its own. Every
 * method but `state` may open the system's password window, and is bounded in time.
 */
export interface Keychain {
  /**
   * The secret, or undefined when the store is open and holds none.
   * @throws Failure keychain-absent, keychain-locked, keychain-denied
   */
  get(account: string): Promise<string | undefined>;
  /** @throws Failure keychain-absent, keychain-locked, keychain-denied, invalid-input (longer than it can hold) */
  set(account: string, secret: string): Promise<void>;
  /**
   * Whether there was one to delete.
   * @throws Failure keychain-absent, keychain-locked, keychain-denied
   */
  delete(account: string): Promise<boolean>;
  /** Looks; never opens a window. */
  state(): Promise<KeychainStatus>;
  /** The person wants to be asked again: a window they closed before may open once more. */
  askAgain(): void;
}

/** The failure of an operation that met a store in this state. Nothing has been kept anywhere. */
export function keychainFailure(status: KeychainStatus, cause?: unknown): Failure {
  const code = status.state === 'available' ? 'keychain-denied' : (`keychain-${status.state}` as const);
  return new Failure({
    code,
    message: status.message,
    hint: status.hint ?? 'Check again in Settings, or keep secrets for this session only.',
    retryable: true,
    ...(status.command === undefined ? {} : { details: { command: status.command } }),
    cause,
  });
}

/** What keeps secrets underneath; the part of the keytar package that is used, or the secret service itself. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}
