import { omitUndefined } from '../../../preload/contract/objects.ts';
import { localDay } from '../../../preload/shared/calendar.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { saveContent } from '../../bridge/save-content.ts';
import { Failure } from '../../common/failure.ts';
import { encodings } from '../../examine/messages/encodings.ts';
import { knownEvents, unknownEvents } from '../../examine/messages/events.ts';
import { invalidKinds } from '../../examine/messages/invalid.ts';
import { retryGaps } from '../../examine/messages/retry-gaps.ts';
import { messageTemplates } from '../../examine/messages/templates.ts';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import { contextFor, trustedAuthorities } from '../../service/transport/authorities.ts';
import type { PreferenceStore } from '../application/preferences.ts';
import type { CaseStore } from '../cases/case-store.ts';
import { keysToExplain } from '../signatures/keys.ts';
import { ReceivedVerifier } from '../signatures/received.ts';
import type { SignatureWork } from '../signatures/signature-work.ts';
import { CallbackSender } from './callback-sender.ts';
import { type CauseSearch, failureCauses } from './failure-causes.ts';
import { fixtureOf } from './fixture.ts';
import { contentOf, Inbox } from './inbox.ts';
import { Listeners } from './listeners.ts';
import { deleteMessageTemplate, messageTemplatesOf, saveMessageTemplate } from './message-templates.ts';
import { Resender } from './resender.ts';

/** Processor time for each message when failures are grouped by cause. */
const maxSearchMs = 2000;

/** The most callbacks of a conversation's timeline. */
const maxTimeline = 1000;
/** The most callbacks added at once, as from a log. */
const maxAdded = 2000;

interface CallbackParts {
  cases: CaseStore;
  services: Services;
  work: SignatureWork;
  /** Returns those of the conversations whose data was deleted, by their receipts. */
  deletedAmong(environmentId: string, conversationIds: readonly string[]): Promise<string[]>;
  /** Holds where listeners were last started. */
  preferences: PreferenceStore;
}

/**
 * Builds the listeners, the inbox, and test callbacks that are sent, and returns the operations `callbacks.*`: callbacks that were received
 * (interface 6).
 */
export async function composeCallbacks(
  core: Core,
  { cases, services, work, deletedAmong, preferences }: CallbackParts,
): Promise<HandlersOf<'callbacks'>> {
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
  const now = () => system.now();
  const causeSearch = async (environmentId: string): Promise<CauseSearch> => {
    const [first] = await environments.signingKeys(environmentId);
    if (first === undefined) {
      return async () => undefined;
    }
    const choice = { kind: 'stored', environmentId, keyId: first.id } as const;
    const { expected, candidates } = (await keysToExplain(choice, environments)).keys;
    const limits = { pairs: false, budgetMs: maxSearchMs };
    return (message, signal) =>
      work.explain({ ...message, ...limits, key: expected, candidates }, { signal });
  };
  const resender = new Resender({ sender, cases, now });
  return {
    'callbacks.listener': ({ environmentId }) => listeners.state(environmentId),
    'callbacks.listeners': () => ({ listeners: listeners.running() }),
    'callbacks.start': ({ environmentId, settings }) => listeners.start(environmentId, settings),
    'callbacks.stop': ({ environmentId }) => listeners.stop(environmentId),
    'callbacks.answer': ({ environmentId, answer }) => listeners.answer(environmentId, answer),
    'callbacks.list': ({ filter, ...page }) => cases.request('callbacks', { ...page, query: filter }),
    'callbacks.causes': async ({ environmentId }, context) =>
      failureCauses(cases.request, environmentId, await causeSearch(environmentId), context),
    'callbacks.missed': (input) => cases.request('missedCallbacks', input),
    async 'callbacks.get'(input) {
      const record = await cases.request('callback', input);
      if (record === undefined) {
        throw new Failure({
          code: 'reading-expired',
          message: 'This callback is no longer on this computer: it was deleted.',
        });
      }
      const { row, body } = record;
      const { verification, unverified, method, path, headers } = contentOf(record);
      return { row, headers, body, ...omitUndefined({ verification, unverified, method, path }) };
    },
    'callbacks.timeline': async (target) => ({
      rows: await cases.request('callbackTimeline', { ...target, max: maxTimeline }),
    }),
    async 'callbacks.add'({ environmentId, source, from }, { signal }) {
      const result = await work.run('import', [source, from === 'pasted', maxAdded], signal);
      if (!result.ok) {
        throw new Failure({ code: 'invalid-input', message: `Nothing was added. ${result.sentence}` });
      }
      const { requests } = result;
      const notes = requests.flatMap((one) =>
        one.notes
          .filter(({ code }) => one.body === undefined || code === 'not-all-read')
          .map(({ sentence }) => sentence),
      );
      const records = await Promise.all(
        requests.map(async ({ method, url, timestamp, signature, body, contentLength }) => {
          const headers: [string, string][] = [];
          if (signature !== undefined) {
            headers.push(['X-Signature', signature]);
          }
          if (timestamp !== undefined) {
            headers.push(['X-Signature-Timestamp', timestamp]);
          }
          return (
            body &&
            inbox.receive(environmentId, {
              receivedAt: now(),
              source: from,
              method,
              path: url,
              headers,
              timestamp,
              signature,
              body,
              contentLength,
            })
          );
        }),
      );
      const rows = records.flatMap((one) => one?.row ?? []);
      if (rows.length === 0) {
        throw new Failure({
          code: 'invalid-input',
          message: `Nothing was added: the request has no body. ${notes[0] ?? ''}`.trim(),
        });
      }
      return { added: rows, notes };
    },
    'callbacks.sendChoices': () => ({
      templates: messageTemplates.map(({ id, title, target, event }) => ({ id, title, target, event })),
      encodings: [...encodings],
      faults: invalidKinds.map(({ id, title, rule }) => ({ id, title, rule })),
      events: [...knownEvents, ...unknownEvents],
      retryGaps: [...retryGaps()],
    }),
    async 'callbacks.prepare'({ environmentId, ...request }, { signal }) {
      const { body, names } = await sender.prepare(environmentId, request, signal);
      return { body, ...names };
    },
    'callbacks.send': ({ environmentId, ...request }, { signal, progress }) =>
      sender.send(environmentId, request, signal, progress),
    'callbacks.templates': async ({ environmentId }) => ({
      templates: await messageTemplatesOf(cases, environmentId),
    }),
    'callbacks.saveTemplate': ({ environmentId, template }) =>
      saveMessageTemplate(cases, environmentId, template),
    'callbacks.deleteTemplate': async ({ environmentId, templateId }) => ({
      templates: await deleteMessageTemplate(cases, environmentId, templateId),
    }),
    'callbacks.resent': ({ environmentId }) => resender.list(environmentId),
    'callbacks.chooseResent': ({ environmentId, ...choice }) => resender.choose(environmentId, choice),
    'callbacks.resend': ({ environmentId, ...request }, { signal, progress }) =>
      resender.send(environmentId, request, signal, progress),
    'callbacks.stopResending'({ environmentId }) {
      resender.stop(environmentId);
      return {};
    },
    'callbacks.fixture'({ body }, { signal, progress }) {
      const at = now();
      const text = fixtureOf(body, at);
      const fileName = `callback-fixture-${localDay(at)}.json`;
      const file = { fileName, contentType: 'application/json', content: () => Buffer.from(text) };
      return saveContent(core.host, file, signal, progress);
    },
    'callbacks.delete': async (input) => ({ deleted: await cases.write('deleteCallbacks', input) }),
  };
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
