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
export type SessionSecrets = ReturnType<typeof createSessionSecrets>;

/** @param onPut receives every secret that is added */
export function createSessionSecrets(onPut: (environmentId: string, entry: SessionEntry) => void) {
  const entries = new Map<string, SessionEntry>();
  return {
    of: (environmentId: string): SessionEntry => entries.get(environmentId) ?? { signingKeys: [] },
    put(environmentId: string, entry: SessionEntry): void {
      onPut(environmentId, entry);
      entries.set(environmentId, entry);
    },
    forget(environmentId: string): void {
      entries.delete(environmentId);
    },
  };
}
