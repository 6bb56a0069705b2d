import type { BoundApiKey, ConnectionSecretName } from './secret-encoding.ts';
import type { StoredEnvironment } from './settings-file.ts';

/** A secret for connecting: its text as in the keychain, and its public facts. */
export type SessionConnection = {
  [N in ConnectionSecretName]?: { text: string; facts: NonNullable<StoredEnvironment[N]> } | undefined;
};

export interface SessionSigningKey {
  id: string;
  label: string;
  since: string;
  key: string;
}

/** Secrets of one environment, kept until Assay closes. */
export interface SessionEntry {
  apiKey?: { since: string; value: BoundApiKey } | undefined;
  connection?: SessionConnection;
  signingKeys: readonly SessionSigningKey[];
}

/** Secrets in memory only: the sandbox's, and those saved with “this session only”. */
export interface SessionSecrets {
  of(environmentId: string): SessionEntry;
  put(environmentId: string, entry: SessionEntry): void;
  forget(environmentId: string): void;
}

/** @param onPut receives every secret that is added */
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
