import { isSameSecret, type KeptSecret, type SecretRef } from './secret-encoding.ts';

/** Secrets in memory only: the sandbox's, and those saved with “this session only”. */
export type SessionSecrets = ReturnType<typeof createSessionSecrets>;

/** @param onChange receives the secrets of an environment before one that was added can be used */
export function createSessionSecrets(
  onChange: (environmentId: string, secrets: readonly KeptSecret[]) => void,
) {
  const secretsByEnvironment = new Map<string, readonly KeptSecret[]>();
  const of = (environmentId: string) => secretsByEnvironment.get(environmentId) ?? [];
  const others = (environmentId: string, ref: SecretRef) =>
    of(environmentId).filter((one) => !isSameSecret(one, ref));
  const put = (environmentId: string, secrets: readonly KeptSecret[]) => {
    onChange(environmentId, secrets);
    secretsByEnvironment.set(environmentId, secrets);
  };
  return {
    of,
    get: (environmentId: string, ref: SecretRef) => of(environmentId).find((one) => isSameSecret(one, ref)),
    set: (environmentId: string, secret: KeptSecret) =>
      put(environmentId, [...others(environmentId, secret), secret]),
    remove: (environmentId: string, ref: SecretRef) => put(environmentId, others(environmentId, ref)),
    forget: (environmentId: string) => secretsByEnvironment.delete(environmentId),
  };
}
