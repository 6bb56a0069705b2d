import type { JsonValue } from '../../preload/contract/json.ts';
import type { BodyAtHand, ImportedRequest as ImportedView } from '../../preload/contract/signatures.ts';
import type { Handlers } from '../bridge/handlers.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../service/port.ts';
import { type CheckInput, digest, judge } from './check.ts';
import { compareMembers } from './compare.ts';
import { readMessage } from './engine/message.ts';
import { recipes } from './engine/recipes.ts';
import { createExpectations } from './expectations.ts';
import { explainInWorker } from './explain-in-worker.ts';
import { importRequest } from './importers/import-request.ts';
import type { ImportedRequest } from './importers/imported.ts';
import { type KeyShelf, keysToCheck, keysToExplain } from './keys.ts';
import { createSeen } from './seen.ts';
import { createStreams } from './streams.ts';

export interface SignatureParts {
  keys: KeyShelf;
  services: Services;
  /** Where `worker.ts` stands, or what was built of it. */
  workerUrl: URL;
  /** Milliseconds since the epoch. */
  now(): number;
}

export type SignatureOperation = Extract<keyof Handlers, `signatures.${string}`>;

/**
 * The operations `signatures.*`: whether a callback is genuine, and why not (interface 6.1 to 6.4). Stored keys are read here
 * for each use and never answered. Fails with `credentials-missing` and what the keychain throws where there is no key.
 */
export function signatureHandlers(parts: SignatureParts): Pick<Handlers, SignatureOperation> {
  const { keys: shelf, services, workerUrl, now } = parts;
  const memory = { expectations: createExpectations(), seen: createSeen(now) };
  const streams = createStreams();

  async function inputOf(asked: Asked): Promise<CheckInput> {
    const { keys, unread } = await keysToCheck(asked.key, shelf);
    const { timestamp, signature, asOf } = asked;
    return { timestamp, signature, keys, unread, moment: asOf === undefined ? now() : Date.parse(asOf) };
  }

  const bodyOf = (given: BodyAtHand) =>
    given instanceof Uint8Array ? given : memory.expectations.bodyOf(given.verificationId);

  return {
    'signatures.import'({ source }) {
      const result = importRequest(source);
      if (!result.ok) return result;
      const requests = [result.request, ...result.others].map(viewOf);
      return { ok: true, source: result.source, requests };
    },

    async 'signatures.verify'(asked, { signal }) {
      const input = await inputOf(asked);
      return judge(input, await digest(input, () => asked.body, signal), memory);
    },

    'signatures.stream.begin': async (asked) => ({ streamId: streams.begin(await inputOf(asked)) }),

    'signatures.stream.append': async ({ streamId, at, bytes }) => ({
      received: await streams.append(streamId, at, bytes),
    }),

    async 'signatures.stream.finish'({ streamId }) {
      const { input, digested } = await streams.finish(streamId);
      const verification = judge(input, digested, memory);
      if (digested.kept) memory.expectations.holdBody(verification.id, digested.kept);
      return verification;
    },

    'signatures.stream.abandon'({ streamId }) {
      streams.abandon(streamId);
      return {};
    },

    'signatures.expected': ({ verificationId }) => ({ expected: memory.expectations.of(verificationId) }),

    async 'signatures.explain'({ key, timestamp, signature, body: given }, { signal, progress }) {
      const body = bodyOf(given);
      const { keys, unread } = await keysToExplain(key, shelf);
      const { expected, candidates } = keys;
      const explained = await explainInWorker(
        workerUrl,
        { timestamp, signature, body, key: expected, candidates },
        {
          signal,
          onFinding: (finding) => progress({ type: 'finding', finding }),
          onProgress: ({ stage, tried, total }) => progress({ type: 'progress', stage, tried, total }),
        },
      );
      return { ...explained, unreadKeys: unread };
    },

    async 'signatures.compare'({ environmentId, body: given }, { signal }) {
      const body = bodyOf(given);
      const { conversationId } = readMessage(body);
      if (conversationId === undefined) {
        throw new Failure({
          code: 'invalid-input',
          message:
            'There is no payload.conversation.id in the body, so there is nothing to ask the service about.',
        });
      }
      const { raw } = await services.client(environmentId).readConversation(conversationId, { signal });
      const compared = compareMembers(conversationIn(body), parseJson(raw));
      return {
        conversationId,
        environmentName: shelf.settings(environmentId).name,
        readAt: new Date(now()).toISOString(),
        ...compared,
      };
    },

    'signatures.recipes': () => ({ recipes: recipes() }),
  };
}

type Asked = Parameters<Handlers['signatures.stream.begin']>[0];

function viewOf(request: ImportedRequest): ImportedView {
  if (!request.body) return request;
  const { target, event } = readMessage(request.body);
  return {
    ...request,
    ...(target === undefined ? {} : { target }),
    ...(event === undefined ? {} : { event }),
  };
}

/** `payload.conversation` of a body in which a conversation id was found: it is JSON of that shape. */
function conversationIn(body: Uint8Array): JsonValue {
  const { payload } = parseJson(body) as { payload: { conversation: JsonValue } };
  return payload.conversation;
}

/** A byte order mark is passed over, as when the message was read. */
function parseJson(bytes: Uint8Array): JsonValue {
  return JSON.parse(new TextDecoder().decode(bytes)) as JsonValue;
}
