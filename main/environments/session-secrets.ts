import type { BoundApiKey, ConnectionSecretName } from './secret-encoding.ts';
import type { StoredEnvironment } from './settings-file.ts';

/** What an environment needs to connect: its text as it would stand in the keychain, and what is public about it. */
export type SessionConnection = {
  [N in ConnectionSecretName]?: { text: string; facts: NonNullable<StoredEnvironment[N]> } | undefined;
};

export interface SessionSigningKey {
  id: string;
  label: string;
  since: string;
  key: string;
}

/** Secrets of one environment that live until the console closes. */
export interface SessionEntry {
  apiKey?: { since: string; value: BoundApiKey } | undefined;
  connection?: SessionConnection;
  signingKeys: readonly SessionSigningKey[];
}

/** Secrets kept in memory alone: those of the sandbox, and those of a person who chose "this session only". */
export interface SessionSecrets {
  of(environmentId: string): SessionEntry;
  put(environmentId: string, entry: SessionEntry): void;
  forget(environmentId: string): void;
}

/** @param onPut hears of everything that is kept */
export function createSessionSecrets(
  onPut: (environmentId: string, entry: SessionEntry) => void,
): SessionSecrets {
  const entries = new Map<string, SessionEntry>();
  return {
    of: (environmentId) => entries.get(environmentId) ?? { signingKeys: [] },
    put(environmentId, entry) {
      onPut(environmentId, entry);
      entries.set(environmentId, entry);
    },
    forget(environmentId) {
      entries.delete(environmentId);
    },
  };
}
