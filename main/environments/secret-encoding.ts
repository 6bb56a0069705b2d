import { z } from 'zod';
import { type Recipients, recipients } from '../../preload/contract/recipients.ts';
import { Failure } from '../failure.ts';
import { pairSecrets } from '../redaction.ts';
import type { ClientIdentity } from '../service/transport/authorities.ts';

/** An API key: authenticates requests and token requests (interface 5.1). */
export interface ApiKey {
  login: string;
  password: string;
}

/** An API key with the recipients it was entered for; it is sent to no others. */
export interface BoundApiKey extends ApiKey {
  enteredFor: Recipients;
}

/**
 * Secrets in the keychain are JSON that names its kind, so that an API key is never used as a signing key or the reverse
 * (interface 5.5). The recipients of an API key are part of the secret, since addresses in the settings file can be
 * changed by other programs. Version 1 had no recipients.
 */
const apiKeyForm = z.strictObject({
  kind: z.literal('assay/api-key'),
  version: z.literal(2),
  login: z.string().min(1),
  password: z.string().min(1),
  enteredFor: recipients,
});
const formerApiKeyForm = apiKeyForm.omit({ enteredFor: true }).extend({ version: z.literal(1) });
const signingKeyForm = z.strictObject({
  kind: z.literal('assay/signing-key'),
  version: z.literal(1),
  key: z.string().min(1),
});

const proxyLoginForm = z.strictObject({
  kind: z.literal('assay/proxy-login'),
  version: z.literal(1),
  login: z.string().min(1),
  password: z.string(),
  enteredFor: z.string().min(1),
});
const clientCertificateForm = z.strictObject({
  kind: z.literal('assay/client-certificate'),
  version: z.literal(1),
  identity: z.discriminatedUnion('form', [
    /** `pfx` is a PKCS #12 file in Base64. */
    z.strictObject({ form: z.literal('pkcs12'), pfx: z.string().min(1), passphrase: z.string() }),
    z.strictObject({ form: z.literal('pem'), cert: z.string().min(1), key: z.string().min(1) }),
  ]),
});

/** A login for a proxy, with the proxy it was entered for: an origin, or `system` for whichever the system names. */
export type ProxyLogin = Pick<z.output<typeof proxyLoginForm>, 'login' | 'password' | 'enteredFor'>;

/** For a key of version 1, without recorded recipients. */
export const noRecipients: Recipients = { origins: [], proxies: [], authorities: [] };

/** Returns the keychain account of an environment's API key. */
export function apiKeyAccount(environmentId: string): string {
  return `environment/${environmentId}/api-key`;
}

/** Returns the keychain account of one signing key. */
export function signingKeyAccount(environmentId: string, keyId: string): string {
  return `environment/${environmentId}/signing-key/${keyId}`;
}

export function writeApiKey({ login, password, enteredFor }: BoundApiKey): string {
  return JSON.stringify({ kind: 'assay/api-key', version: 2, login, password, enteredFor });
}

export function writeSigningKey(key: string): string {
  return JSON.stringify({ kind: 'assay/signing-key', version: 1, key });
}

/** Returns the keychain account of a proxy login or a client certificate. */
export function connectionAccount(environmentId: string, name: ConnectionSecretName): string {
  return `environment/${environmentId}/${name === 'proxyLogin' ? 'proxy-login' : 'client-certificate'}`;
}
export type ConnectionSecretName = 'proxyLogin' | 'clientCertificate';

export function writeProxyLogin({ login, password, enteredFor }: ProxyLogin): string {
  return JSON.stringify({ kind: 'assay/proxy-login', version: 1, login, password, enteredFor });
}

export function writeClientCertificate(identity: ClientIdentity): string {
  return JSON.stringify({ kind: 'assay/client-certificate', version: 1, identity });
}

/** @throws Failure credentials-confused, credentials-missing (an unknown form) */
export function readProxyLogin(text: string): ProxyLogin {
  const { login, password, enteredFor } = readForm(text, proxyLoginForm, 'login for the proxy');
  return { login, password, enteredFor };
}

/** @throws Failure credentials-confused, credentials-missing (an unknown form) */
export function readClientCertificate(text: string): ClientIdentity {
  return readForm(text, clientCertificateForm, 'client certificate').identity;
}

/** @throws Failure credentials-confused, credentials-missing (an unknown form) */
export function readApiKey(text: string): BoundApiKey {
  const former = formerApiKeyForm.safeParse(parsed(text)).data;
  const { login, password, enteredFor } = former
    ? { ...former, enteredFor: noRecipients }
    : readForm(text, apiKeyForm, 'API key');
  return { login, password, enteredFor };
}

/** @throws Failure credentials-confused, credentials-missing (an unknown form) */
export function readSigningKey(text: string): string {
  return readForm(text, signingKeyForm, 'signing key').key;
}

const kinds = [
  'assay/api-key',
  'assay/signing-key',
  'assay/proxy-login',
  'assay/client-certificate',
] as const;

function readForm<S extends z.ZodType>(text: string, form: S, name: string): z.output<S> {
  const json = parsed(text);
  const read = form.safeParse(json);
  if (read.success) {
    return read.data;
  }
  const other = z.object({ kind: z.enum(kinds) }).safeParse(json);
  if (other.success && !read.error.issues.every((issue) => issue.path[0] !== 'kind')) {
    throw new Failure({
      code: 'credentials-confused',
      message: `The keychain contains another kind of secret in place of the ${name}. It was not used.`,
      hint: `Enter the ${name} again; it replaces what is there.`,
    });
  }
  throw new Failure({
    code: 'credentials-missing',
    message: `The keychain’s entry for the ${name} was not written by this version of the console.`,
    hint: `Enter the ${name} again, or use the newer console that wrote it.`,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the secrets in a keychain entry of any form. */
export function secretsIn(text: string): string[] {
  const { data } = z
    .looseObject({
      login: z.string(),
      password: z.string(),
      key: z.string(),
      identity: z.looseObject({ passphrase: z.string() }),
    })
    .partial()
    .safeParse(parsed(text));
  const pair = data?.login !== undefined && data.password !== undefined;
  return [
    ...(pair ? pairSecrets(data.login ?? '', data.password ?? '') : []),
    ...(data?.key === undefined ? [] : [data.key]),
    ...(data?.identity === undefined ? [] : [data.identity.passphrase]),
  ];
}
