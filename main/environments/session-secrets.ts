import type { BoundApiKey } from './secret-forms.ts';

export interface SessionSigningKey {
  id: string;
  label: string;
  since: string;
  key: string;
}

/** Secrets of one environment that live until the console closes. */
export interface SessionEntry {
  apiKey?: { since: string; value: BoundApiKey } | undefined;
  signingKeys: readonly SessionSigningKey[];
}

/** Secrets kept in memory alone: those of the sandbox, and those of a person who chose "this session only". */
export interface SessionSecrets {
  of(environmentId: string): SessionEntry;
  put(environmentId: string, entry: SessionEntry): void;
  forget(environmentId: string): void;
}

export function createSessionSecrets(): SessionSecrets {
  const entries = new Map<string, SessionEntry>();
  return {
    of: (environmentId) => entries.get(environmentId) ?? { signingKeys: [] },
    put(environmentId, entry) {
      entries.set(environmentId, entry);
    },
    forget(environmentId) {
      entries.delete(environmentId);
    },
  };
}
