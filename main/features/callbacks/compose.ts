import { Failure } from '../../common/failure.ts';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import { contextFor, trustedAuthorities } from '../../service/transport/authorities.ts';
import type { PreferenceStore } from '../application/preferences.ts';
import type { CaseStore } from '../cases/case-store.ts';
import { keysToExplain } from '../signatures/keys.ts';
import { ReceivedVerifier } from '../signatures/received.ts';
import type { SignatureWork } from '../signatures/signature-work.ts';
import { CallbackSender } from './callback-sender.ts';
import { callbackHandlers } from './handlers.ts';
import { Inbox } from './inbox.ts';
import { Listeners } from './listeners.ts';

/** Processor time for each message when failures are grouped by cause. */
const maxSearchMs = 2000;

interface CallbackParts {
  cases: CaseStore;
  services: Services;
  work: SignatureWork;
  /** Returns those of the conversations whose data was deleted, by their receipts. */
  deletedAmong(environmentId: string, conversationIds: readonly string[]): Promise<string[]>;
  /** Holds where listeners were last started. */
  preferences: PreferenceStore;
}

/** Received callbacks: the listeners, the inbox, and test callbacks that are sent. */
export async function composeCallbacks(
  core: Core,
  { cases, services, work, deletedAmong, preferences }: CallbackParts,
) {
  const { environments, eventBus, opened, system } = core;
  const part = 'A callback';
  const verifier = new ReceivedVerifier({ keys: environments, work, elapsed: () => system.elapsed() });
  const redact = (text: string) => core.redaction.text(text);
  const inbox = new Inbox({
    redact,
    check: (environmentId, callback) => verifier.check(environmentId, callback),
    async keep(environmentId, received) {
      const ids = received.flatMap(({ conversationId }) => conversationId ?? []);
      // A callback is kept also where the receipts cannot be read.
      const deletedIds = await deletedAmong(environmentId, ids).catch((error: unknown) => {
        core.logError(part)(error);
        return [];
      });
      const callbacks = await cases.withChecks(received);
      return cases.write('keepCallbacks', { environmentId, callbacks, deletedIds });
    },
  });
  const listeners = new Listeners({
    inbox,
    initialSettings: (await preferences.change({})).listeners ?? {},
    keep: (settings) => void preferences.change({ listeners: settings }),
    now: () => system.now(),
    publish: (state) => eventBus.emit('callbacks.changed', state),
    log: core.logError(part),
  });
  opened.defer(() => listeners.close());
  environments.onChange((environmentId) => {
    verifier.forget(environmentId);
    if (!environments.ids().includes(environmentId)) {
      core.background.run(part, listeners.stop(environmentId));
    }
  });
  const sender = new CallbackSender({
    signingKey: (environmentId, keyId) => signingKey(core, environmentId, keyId, 'Nothing was sent'),
    readConversation: async (environmentId, conversationId, signal) =>
      (await services.client(environmentId).readConversation(conversationId, { signal })).raw,
    secureContext: async (environmentId) => contextFor(await authoritiesOf(core, environmentId), undefined),
    redact,
    now: () => system.now(),
  });
  return callbackHandlers({
    ...{ cases, sender, listeners, inbox, host: core.host, now: () => system.now() },
    async causeSearch(environmentId) {
      const [first] = await environments.signingKeys(environmentId);
      if (first === undefined) {
        return async () => undefined;
      }
      const choice = { kind: 'stored', environmentId, keyId: first.id } as const;
      const { expected, candidates } = (await keysToExplain(choice, environments)).keys;
      const limits = { pairs: false, budgetMs: maxSearchMs };
      return (message, signal) =>
        work.explain({ ...message, ...limits, key: expected, candidates }, { signal });
    },
    importRequests: (source, pasted, max, signal) => work.run('import', [source, pasted, max], signal),
  });
}

/** Returns the authorities that an environment trusts, its own included. @throws Failure file-unreadable */
export async function authoritiesOf(
  { environments, system, sandbox }: Pick<Core, 'environments' | 'system' | 'sandbox'>,
  environmentId: string,
): Promise<string[]> {
  const { baseUrl, extraCaFile } = environments.settings(environmentId);
  const authorities = await trustedAuthorities(extraCaFile, system.readFile);
  return baseUrl === sandbox.baseUrl ? [...authorities, sandbox.authority] : authorities;
}

/** Returns a signing key by its id. @throws Failure credentials-missing, which begins with what was not done */
export async function signingKey(
  { environments }: Pick<Core, 'environments'>,
  environmentId: string,
  keyId: string,
  notDone: string,
): Promise<string> {
  const signingKey = await environments.signingKey(environmentId, keyId);
  if (signingKey === undefined) {
    throw new Failure({
      code: 'credentials-missing',
      message: `${notDone}: the signing key is no longer in this environment.`,
      hint: 'Choose another key, or add one in Settings.',
    });
  }
  return signingKey.key;
}
