import { z } from 'zod';
import { saveResult } from './application.ts';
import { failureView } from './envelope.ts';
import type { NewEntry } from './new-entry.ts';
import { onSettings, operation } from './operation.ts';
import { recipients } from './recipients.ts';
import { secretInput, secretKind } from './secrets.ts';

export const environmentKind = z.enum(['sandbox', 'test', 'production']);
export type EnvironmentKind = z.infer<typeof environmentKind>;

export const environmentId = z.string().regex(/^[a-z0-9-]{1,64}$/);

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'Enter a full address that begins with https:// or http://' })
  .max(2048)
  .refine((text) => {
    const url = URL.parse(text);
    return !url?.username && !url?.password;
  }, 'Remove the user name and password: they belong in the keychain');

const basic = z.strictObject({ scheme: z.literal('basic') });
const oauth = z.strictObject({
  scheme: z.literal('oauth'),
  /** The address of the token endpoint; empty means `{baseUrl}/api/oauth2/token` (field notes, Transport). */
  tokenUrl: z.union([z.literal(''), httpUrl]),
  /** The form in which the API key is sent to it: a Basic header, or `client_id` and `client_secret` in the form (interface 5.1). */
  clientAuthentication: z.enum(['header', 'body']),
});

const seconds = (min: number, max: number) =>
  z
    .number('Enter a number of seconds')
    .int('Enter whole milliseconds')
    .min(min * 1000, `At least ${min} seconds`)
    .max(max * 1000, `At most ${max} seconds`);
const duration = (fallback: number) => seconds(0.1, 600).default(fallback);

/** Returns the total time for older settings without it: no shorter than the phases together. */
function totalFor(phases: { connectMs: number; headersMs: number; idleMs: number }): number {
  return Math.max(120_000, phases.connectMs + phases.headersMs + phases.idleMs);
}

/** An environment's settings, without secrets. */
export const environmentSettings = z
  .strictObject({
    name: z.string().trim().min(1, 'Enter a name').max(80, 'At most 80 characters'),
    kind: environmentKind,
    /** True if Assay refuses to create, submit, expire or delete anything in this environment. */
    readOnly: z.boolean().default(false),
    /** True if the service has the extension that ends AML monitoring (field notes); it is not part of the interface. */
    endMonitoring: z.boolean().default(false),
    baseUrl: httpUrl,
    /** Used for Accept and Content-Type (interface 9.2; the vendor part differs by deployment). */
    mediaType: z
      .string()
      .regex(/^application\/vnd\.[a-z0-9.-]+\+json$/, 'Must look like application/vnd.service.v1.1+json')
      .default('application/vnd.service.v1.1+json'),
    authentication: z.discriminatedUnion('scheme', [basic, oauth]).default({ scheme: 'basic' }),
    proxy: z
      .discriminatedUnion('mode', [
        z.strictObject({ mode: z.literal('system') }),
        z.strictObject({ mode: z.literal('none') }),
        z.strictObject({ mode: z.literal('own'), url: httpUrl }),
      ])
      .default({ mode: 'system' }),
    /** Path of a PEM file with certificate authorities trusted besides the system's own; empty for none. */
    extraCaFile: z.string().max(4096).default(''),
    /** Milliseconds. `idleMs` is the longest pause while a response is received; `totalMs` the longest duration of a request. */
    timeouts: z
      .strictObject({
        connectMs: duration(10_000),
        headersMs: duration(30_000),
        idleMs: duration(30_000),
        totalMs: seconds(1, 3600).optional(),
      })
      .transform((timeouts) => ({ ...timeouts, totalMs: timeouts.totalMs ?? totalFor(timeouts) }))
      .prefault({}),
  })
  .refine((settings) => settings.kind !== 'production' || isHttps(settings.baseUrl), {
    path: ['baseUrl'],
    message: 'A production environment must use https',
  })
  .refine(
    (settings) =>
      settings.kind !== 'production' ||
      settings.authentication.scheme !== 'oauth' ||
      settings.authentication.tokenUrl === '' ||
      isHttps(settings.authentication.tokenUrl),
    {
      path: ['authentication', 'tokenUrl'],
      message: 'A production environment must use https for tokens too',
    },
  );
export type EnvironmentSettings = z.output<typeof environmentSettings>;

/**
 * Returns whether the environment's name must be typed to confirm what cannot be undone, and for a deletion the end of the user key as
 * well: in production.
 */
export function needsTypedName({ kind }: Pick<EnvironmentSettings, 'kind'>): boolean {
  return kind === 'production';
}

/**
 * Returns the path of an operation that a base URL contains by mistake (interface 4; the token endpoint of the field notes),
 * such as `/api/conversations`; otherwise undefined.
 */
export function operationIn(baseUrl: string): string | undefined {
  const path = URL.parse(baseUrl)?.pathname.toLowerCase().replaceAll(/\/+/g, '/') ?? '';
  return operationPaths.find((operation) => `${path}/`.includes(`${operation}/`));
}
const operationPaths = ['/api/conversations', '/api/oauth2/token'] as const;

/**
 * Settings as entered. Stricter than the saved ones: an older settings file may hold an address that is refused here,
 * and must remain readable.
 */
export const enteredSettings = environmentSettings.superRefine(({ baseUrl }, context) => {
  const operation = operationIn(baseUrl);
  if (operation === undefined) {
    return;
  }
  context.addIssue({
    code: 'custom',
    path: ['baseUrl'],
    message: `Leave out ${operation}: the console adds the path of each operation itself`,
  });
});

function isHttps(text: string): boolean {
  return URL.parse(text)?.protocol === 'https:';
}

/** A secret as sent to the renderer: the time since which it exists (ISO 8601). Never the value. */
const present = z.object({ since: z.string(), store: z.enum(['keychain', 'session']) });

/** An API key as sent to the renderer. */
const apiKeyView = present.extend({
  /** Its only recipients. */
  enteredFor: recipients,
  /** True if the settings have other recipients now: it is not sent until it is entered again. */
  heldBack: z.boolean(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** A proxy login as sent to the renderer. */
const proxyLoginView = present.extend({
  /** The proxy it was entered for: its origin, or `system` for the system's proxy. */
  enteredFor: z.string(),
  /** True if the settings name another proxy now: it is not sent until it is entered again. */
  heldBack: z.boolean(),
});

/** The public facts of a client certificate. */
export const clientCertificateDetails = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** ISO 8601. */
  validUntil: z.string(),
  /** SHA-256 of the certificate, in hexadecimal with colons. */
  fingerprint: z.string(),
});
export type ClientCertificateDetails = z.infer<typeof clientCertificateDetails>;
const clientCertificateView = present.extend(clientCertificateDetails.shape);
export type ClientCertificateView = z.infer<typeof clientCertificateView>;

export const signingKeyView = z.object({
  id: z.string(),
  label: z.string(),
  since: z.string(),
  store: z.enum(['keychain', 'session']),
});
export type SigningKeyView = z.infer<typeof signingKeyView>;

export const environmentView = z.object({
  id: environmentId,
  settings: environmentSettings,
  /** The embedded sandbox: its settings and secrets cannot be edited or deleted. */
  builtIn: z.boolean(),
  /** Present where the policy of the company sets it up: only its secrets can be changed. */
  setByPolicy: z.literal(true).optional(),
  apiKey: apiKeyView.optional(),
  proxyLogin: proxyLoginView.optional(),
  clientCertificate: clientCertificateView.optional(),
  signingKeys: z.array(signingKeyView),
});
export type EnvironmentView = z.infer<typeof environmentView>;

export const environmentsView = z.object({
  environments: z.array(environmentView),
  selectedId: environmentId,
  /** The reason why the settings file cannot be used: until it is repaired, only the sandbox is available and nothing is saved. */
  problem: failureView.optional(),
});
export type EnvironmentsView = z.infer<typeof environmentsView>;

/** The state of this machine's keychain. `absent`: no secret service; `locked`; `denied`: access was refused. */
export const keychainState = z.object({
  state: z.enum(['available', 'absent', 'locked', 'denied']),
  message: z.string(),
  hint: z.string().optional(),
  /** A terminal command that fixes it, to copy. */
  command: z.string().optional(),
  /** True if the check is not finished: the keychain may be asking the user. */
  isWaiting: z.boolean().optional(),
  /** True if the user chose to keep secrets in memory until Assay closes. */
  sessionOnly: z.boolean(),
});
export type KeychainState = z.infer<typeof keychainState>;

export const checkStep = z.object({
  step: z.enum(['settings', 'proxy', 'name', 'tcp', 'tls', 'token', 'media-type', 'authorisation']),
  /** `unknown`: the answer neither proves nor disproves it. */
  state: z.enum(['running', 'passed', 'skipped', 'failed', 'unknown']),
  message: z.string(),
  hint: z.string().optional(),
  /** The duration in milliseconds. */
  ms: z.number().optional(),
});
export type CheckStep = z.infer<typeof checkStep>;

/** The saved environment, with warnings as sentences. */
export const savedSecretView = environmentView.extend({ warnings: z.array(z.string()) });

const one = z.object({ environmentId });

const credentialsChanged = (environmentId: string, change: string): NewEntry => ({
  kind: 'credentials-changed',
  environmentId,
  details: { change },
});
const environmentChanged = (id: string, change: string): NewEntry => ({
  kind: 'environment-changed',
  environmentId: id,
  details: { change },
});

export const environmentOperations = {
  'environments.list': onSettings({ input: z.object({}), output: environmentsView }),
  'environments.select': onSettings({ input: one, output: environmentsView }),
  /** Adds (without id) or changes (with id). */
  'environments.save': onSettings({
    policy: 'environment',
    input: z.object({ environmentId: environmentId.optional(), settings: enteredSettings }),
    output: environmentView,
    entries: (input, { id }) => [
      environmentChanged(id, input.environmentId === undefined ? 'added' : 'settings-saved'),
    ],
  }),
  /** Copies the settings, never the secrets. */
  'environments.duplicate': onSettings({
    policy: 'copy',
    input: one,
    output: environmentView,
    entries: (_input, { id }) => [environmentChanged(id, 'added')],
  }),
  /**
   * Deletes the environment with its secrets. When the keychain cannot be used the environment stays, unless
   * `leaveSecrets` allows leaving the secrets in it.
   */
  'environments.delete': onSettings({
    policy: 'environment',
    input: one.extend({ leaveSecrets: z.boolean().default(false) }),
    output: environmentsView,
    entries: (input) => [environmentChanged(input.environmentId, 'deleted')],
  }),
  /** Saves the settings of the given environments, without secrets, to a file. */
  'environments.export': onSettings({
    input: z.object({ environmentIds: z.array(environmentId).min(1) }),
    output: saveResult,
  }),
  'environments.import': onSettings({
    policy: 'copy',
    input: z.object({ text: z.string().max(1_000_000) }),
    output: z.object({
      added: z.array(environmentView),
      refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    entries: (_input, { added }) => added.map(({ id }) => environmentChanged(id, 'imported')),
  }),
  /** Saves a secret: an API key and a proxy login for the present addresses, a client certificate from its files. */
  'credentials.save': onSettings({
    input: z.intersection(one, secretInput),
    output: savedSecretView,
    entries: ({ environmentId, kind }) => [credentialsChanged(environmentId, `${kind}-saved`)],
  }),
  'credentials.remove': onSettings({
    /** `id` names one of the signing keys. */
    input: one.extend({ kind: secretKind, id: z.string().max(64).optional() }),
    output: environmentView,
    entries: ({ environmentId, kind }) => [credentialsChanged(environmentId, `${kind}-removed`)],
  }),
  /** Returns the last state of the keychain, which is checked first if it was not yet. */
  'keychain.state': onSettings({ input: z.object({}), output: keychainState }),
  /** Checks the keychain again, also after its password window was closed. */
  'keychain.check': onSettings({ input: z.object({}), output: keychainState }),
  /** Stops waiting for the keychain's password window. */
  'keychain.cancel': onSettings({ input: z.object({}), output: z.object({}) }),
  'keychain.sessionOnly': onSettings({
    input: z.object({ sessionOnly: z.boolean() }),
    output: keychainState,
  }),
  /** Checks the connection step by step; each step is reported as it changes. */
  'connection.check': operation({
    /** The id of an existing conversation, which the check reads instead of one that does not exist. */
    input: one.extend({ knownId: z.string().min(1).max(512).optional() }),
    output: z.object({ passed: z.boolean(), steps: z.array(checkStep) }),
    progress: checkStep,
  }),
};
