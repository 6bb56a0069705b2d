import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { ImportResult } from '../../../preload/contract/signatures.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Host } from '../../bridge/host.ts';
import { saveContent } from '../../bridge/save-content.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import { encodings } from '../../examine/messages/encodings.ts';
import { knownEvents, unknownEvents } from '../../examine/messages/events.ts';
import { invalidKinds } from '../../examine/messages/invalid.ts';
import { retryGaps } from '../../examine/messages/retry-gaps.ts';
import { messageTemplates } from '../../examine/messages/templates.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { CallbackSender } from './callback-sender.ts';
import { type CauseSearch, failureCauses } from './failure-causes.ts';
import { fixtureOf } from './fixture.ts';
import { contentOf, type Inbox } from './inbox.ts';
import type { Listeners } from './listeners.ts';
import { deleteMessageTemplate, messageTemplatesOf, saveMessageTemplate } from './message-templates.ts';
import { Resender } from './resender.ts';

/** The most callbacks of a conversation's timeline. */
const maxTimeline = 1000;
/** The most callbacks added at once, as from a log. */
const maxAdded = 2000;

interface CallbackHandlerDeps {
  cases: CaseStore;
  sender: CallbackSender;
  listeners: Listeners;
  inbox: Inbox;
  /** Returns the search for causes with an environment's keys; without a signing key it searches nothing. */
  causeSearch(environmentId: string): Promise<CauseSearch>;
  /** Finds at most `max` requests in a text or a file, which must not be used afterwards. */
  importRequests(
    source: string | Uint8Array,
    pasted: boolean,
    max: number,
    signal: AbortSignal,
  ): Promise<ImportResult>;
  host: Pick<Host, 'saveFile'>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Returns the operations `callbacks.*`: callbacks that were received (interface 6). */
export function callbackHandlers(deps: CallbackHandlerDeps): HandlersOf<'callbacks'> {
  const { cases, listeners, inbox, sender, now } = deps;
  const resender = new Resender({ sender, cases, now });
  return {
    'callbacks.listener': ({ environmentId }) => listeners.state(environmentId),
    'callbacks.listeners': () => ({ listeners: listeners.running() }),
    'callbacks.start': ({ environmentId, settings }) => listeners.start(environmentId, settings),
    'callbacks.stop': ({ environmentId }) => listeners.stop(environmentId),
    'callbacks.answer': ({ environmentId, answer }) => listeners.answer(environmentId, answer),
    'callbacks.list': ({ filter, ...page }) => cases.request('callbacks', { ...page, query: filter }),
    'callbacks.causes': async ({ environmentId }, context) =>
      failureCauses(cases.request, environmentId, await deps.causeSearch(environmentId), context),
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
      const result = await deps.importRequests(source, from === 'pasted', maxAdded, signal);
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
              ...{ receivedAt: now(), source: from, method, path: url, headers, timestamp, signature },
              ...{ body, contentLength },
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
      const fileName = `callback-fixture-${isoTime(at).slice(0, 10)}.json`;
      const file = { fileName, contentType: 'application/json', content: () => Buffer.from(text) };
      return saveContent(deps.host, file, signal, progress);
    },
    'callbacks.delete': async (input) => ({ deleted: await cases.write('deleteCallbacks', input) }),
  };
}
