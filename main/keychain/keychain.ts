import type { KeychainState } from '../../preload/contract/environments.ts';

/** The state of this machine's keychain, with its message and how to fix it. */
export type KeychainStatus = Omit<KeychainState, 'sessionOnly'>;

/** The part of the keychain in which secrets are read and saved. */
export type SecretStore = Omit<Keychain, 'askAgain' | 'cancel'>;

/**
 * The keychain. Each secret has its own account, a path such as `environment/<id>/api-key`. Every method except `state`
 * may open the system's password window and has a time limit.
 */
export interface Keychain {
  /**
   * Returns the secret, or undefined when the store is open and holds none.
   * @throws Failure keychain-absent, keychain-locked, keychain-denied
   */
  get(account: string): Promise<string | undefined>;
  /** @throws Failure keychain-absent, keychain-locked, keychain-denied, invalid-input (longer than it can hold) */
  set(account: string, secret: string): Promise<void>;
  /**
   * Deletes a secret. Returns whether there was one.
   * @throws Failure keychain-absent, keychain-locked, keychain-denied
   */
  delete(account: string): Promise<boolean>;
  /** Returns the state found by the last call; when there was none, checks it, which may open a window. */
  state(): Promise<KeychainStatus>;
  /** Allows a window that was closed to open again, at the user's request. */
  askAgain(): void;
  /** Stops waiting for an answer; the waiting call fails with keychain-locked. */
  cancel(): void;
}

/** The part of the keytar package that is used. */
export interface KeychainBackend {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  /** Ends a call that waits; absent where it runs in this process. */
  end?(): void;
}
