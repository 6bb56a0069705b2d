import { z } from 'zod';
import { recipients } from '../../../preload/contract/recipients.ts';
import type { SecretKind } from '../../../preload/contract/secrets.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { Failure } from '../../common/failure.ts';
import { pairSecrets } from '../../common/redaction.ts';
import type { StoredEnvironment } from './settings-file.ts';

/** An API key: authenticates requests and token requests (interface 5.1). */
export interface ApiKey {
  login: string;
  password: string;
}

const text = z.string().min(1);

/**
 * Secrets in the keychain are JSON that names its kind, so that an API key is never used as a signing key or the reverse
 * (interface 5.5). The recipients of an API key are part of the secret, since addresses in the settings file can be
 * changed by other programs.
 */
const forms = {
  'api-key': {
    name: 'API key',
    version: 2,
    shape: z.strictObject({ login: text, password: text, enteredFor: recipients }),
  },
  'signing-key': { name: 'signing key', version: 1, shape: z.strictObject({ key: text }) },
  /** The proxy login with the proxy it was entered for: an origin, or `system` for the one that the system names. */
  'proxy-login': {
    name: 'login for the proxy',
    version: 1,
    shape: z.strictObject({ login: text, password: z.string(), enteredFor: text }),
  },
  'client-certificate': {
    name: 'client certificate',
    version: 1,
    shape: z.strictObject({
      identity: z.discriminatedUnion('form', [
        /** `pfx` is a PKCS #12 file in Base64. */
        z.strictObject({ form: z.literal('pkcs12'), pfx: text, passphrase: z.string() }),
        z.strictObject({ form: z.literal('pem'), cert: text, key: text }),
      ]),
    }),
  },
};
export type SecretValue<K extends SecretKind> = z.output<(typeof forms)[K]['shape']>;
/** An API key with the recipients it was entered for; it is sent to no others. */
export type BoundApiKey = SecretValue<'api-key'>;
export type ProxyLogin = SecretValue<'proxy-login'>;

/** Names one secret of an environment; a signing key has an id, of the others there is one. */
export interface SecretRef {
  kind: SecretKind;
  id?: string | undefined;
}

const members = {
  'api-key': 'apiKey',
  'proxy-login': 'proxyLogin',
  'client-certificate': 'clientCertificate',
} as const;

/** A secret as the settings file lists it: that it exists, since when, and its public facts. Never the secret. */
export type ListedSecret =
  | { kind: 'signing-key'; id: string; facts: StoredEnvironment['signingKeys'][number] }
  | {
      [K in keyof typeof members]: {
        kind: K;
        id?: undefined;
        facts: NonNullable<StoredEnvironment[(typeof members)[K]]>;
      };
    }[keyof typeof members];

/** A secret with its text, as it is in the keychain. */
export type KeptSecret = ListedSecret & { text: string };

export function isSameSecret(one: SecretRef, other: SecretRef): boolean {
  return one.kind === other.kind && one.id === other.id;
}

/** Returns the keychain account of a secret. */
export function accountOf(environmentId: string, { kind, id }: SecretRef): string {
  return `environment/${environmentId}/${kind}${id === undefined ? '' : `/${id}`}`;
}

/** Returns the secret's name in a sentence. */
export function nameOf({ kind, facts }: ListedSecret): string {
  return kind === 'signing-key' ? `signing key “${facts.label}”` : forms[kind].name;
}

export function listedSecrets(environment: StoredEnvironment): ListedSecret[] {
  const single = Object.entries(members).flatMap(([kind, member]) => {
    const facts = environment[member];
    return facts === undefined ? [] : [{ kind, facts } as ListedSecret];
  });
  return [
    ...environment.signingKeys.map((facts) => ({ kind: 'signing-key' as const, id: facts.id, facts })),
    ...single,
  ];
}

export function withSecret(environment: StoredEnvironment, { kind, facts }: ListedSecret): StoredEnvironment {
  return kind === 'signing-key'
    ? { ...environment, signingKeys: [...environment.signingKeys, facts] }
    : { ...environment, [members[kind]]: facts };
}

export function withoutSecret(environment: StoredEnvironment, { kind, id }: SecretRef): StoredEnvironment {
  if (kind === 'signing-key') {
    return { ...environment, signingKeys: environment.signingKeys.filter((key) => key.id !== id) };
  }
  const { [members[kind]]: _, ...others } = environment;
  return others;
}

export function writeSecret<K extends SecretKind>(kind: K, value: SecretValue<K>): string {
  const { version, shape } = forms[kind];
  return JSON.stringify({ kind: `assay/${kind}`, version, ...z.object(shape.shape).parse(value) });
}

/** @throws Failure credentials-confused, credentials-missing (an unknown form) */
export function readSecret<K extends SecretKind>(kind: K, from: string): SecretValue<K> {
  const json: unknown = attempt(() => JSON.parse(from));
  const { name, version, shape } = forms[kind];
  const head = { kind: z.literal(`assay/${kind}`), version: z.literal(version) };
  const current = z.strictObject({ ...head, ...shape.shape }).safeParse(json).data;
  if (current !== undefined) {
    const { kind: _kind, version: _version, ...value } = current;
    return value as unknown as SecretValue<K>;
  }
  const others = Object.keys(forms).filter((other) => other !== kind);
  if (z.object({ kind: z.enum(others.map((other) => `assay/${other}`)) }).safeParse(json).success) {
    throw new Failure({
      code: 'credentials-confused',
      message: `The keychain contains another kind of secret in place of the ${name}. It was not used.`,
      hint: `Enter the ${name} again; it replaces what is there.`,
    });
  }
  throw new Failure({
    code: 'credentials-missing',
    message: `The keychain’s entry for the ${name} was not written by this version of the console.`,
    hint: `Enter the ${name} again, or use the console that wrote it.`,
  });
}

/** Returns the secrets in a keychain entry of any form. */
export function secretsIn(from: string): string[] {
  const { data } = z
    .looseObject({
      login: z.string(),
      password: z.string(),
      key: z.string(),
      identity: z.looseObject({ passphrase: z.string() }),
    })
    .partial()
    .safeParse(attempt(() => JSON.parse(from)));
  const pair = data?.login !== undefined && data.password !== undefined;
  return [
    ...(pair ? pairSecrets(data.login ?? '', data.password ?? '') : []),
    ...(data?.key === undefined ? [] : [data.key]),
    ...(data?.identity === undefined ? [] : [data.identity.passphrase]),
  ];
}
