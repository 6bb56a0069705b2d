import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Verification } from '../../../preload/contract/signatures.ts';
import type { Handlers, HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Services } from '../../service/port.ts';
import { recipes } from './engine/recipes.ts';
import type { CheckedBody } from './engine/verify-callback.ts';
import { type KeyStore, keysToCheck, keysToExplain } from './keys.ts';
import { SessionChecks } from './session-checks.ts';
import type { SignatureWork } from './signature-work.ts';
import { type CheckInput, verificationOf } from './verification.ts';

export interface SignatureDeps {
  keys: KeyStore;
  services: Services;
  /** Runs checks and searches off main's thread; closed by its creator. */
  work: SignatureWork;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Returns the operations `signatures.*`: whether a callback is genuine, and why not (interface 6.1 to 6.4). Saved keys are read
 * for each use and never returned. Fails with `credentials-missing` and keychain failures when there is no key.
 */
export function signatureHandlers(deps: SignatureDeps): HandlersOf<'signatures'> {
  const { keys: keyStore, services, work, now } = deps;
  const session = new SessionChecks(now);

  async function inputOf(request: VerifyInput): Promise<WindowCheck> {
    const { keys, unread } = await keysToCheck(request.key, keyStore);
    const { timestamp, signature, asOf, contentLength } = request;
    const moment = asOf === undefined ? now() : Date.parse(asOf);
    return {
      timestamp,
      signature,
      keys,
      unread,
      moment,
      ...(asOf === undefined ? {} : { asOf: true as const }),
      ...omitUndefined({ contentLength }),
    };
  }

  const verificationFor = (input: WindowCheck, body: CheckedBody): Verification => ({
    ...session.remember(input, body.digests, verificationOf(input, body)),
    unreadKeys: input.unread,
  });

  return {
    'signatures.import': ({ source, pasted = false }, { signal }) =>
      work.run('import', [source, pasted], signal),

    async 'signatures.verify'(request, { signal }) {
      const input = await inputOf(request);
      const keys = input.keys.map(({ value }) => value);
      return verificationFor(input, await work.run('check', [input.timestamp, keys, request.body], signal));
    },

    'signatures.expected': ({ verificationId }) => ({ expected: session.expectations(verificationId) }),

    async 'signatures.explain'({ key, timestamp, signature, body }, { signal, progress }) {
      const { keys, unread } = await keysToExplain(key, keyStore);
      const { expected, candidates } = keys;
      const explanation = await work.explain(
        { timestamp, signature, body, key: expected, candidates },
        {
          signal,
          onFinding: (finding) => progress({ type: 'finding', finding }),
          onProgress: ({ stage, tried, total }) => progress({ type: 'progress', stage, tried, total }),
        },
      );
      return { ...explanation, unreadKeys: unread };
    },

    async 'signatures.compare'({ environmentId, body }, { signal }) {
      const { conversationId } = await work.message(body, signal);
      if (conversationId === undefined) {
        throw incomparable(
          `There is no payload.conversation.id in the body, so it cannot be looked up at the service.`,
        );
      }
      const { raw } = await services.client(environmentId).readConversation(conversationId, { signal });
      const comparison = await work.run('compare', [body, raw], signal);
      if (!comparison.ok) {
        throw incomparable(
          `The ${comparison.unreadable === 'first' ? 'body' : 'service’s response'} cannot be read as JSON, so there is nothing to compare.`,
        );
      }
      const { members, differing, total } = comparison;
      return {
        conversationId,
        environmentName: keyStore.settings(environmentId).name,
        readAt: isoTime(now()),
        members,
        differing,
        total,
      };
    },

    async 'signatures.compareMessages'({ first, second }, { signal }) {
      const comparison = await work.run('compareMessages', [first, second], signal);
      if (!comparison.ok) {
        const which = comparison.unreadable === 'first' ? 'This message' : 'The other message';
        throw incomparable(`${which} cannot be read as JSON, so there is nothing to compare.`);
      }
      const { members, differing, total } = comparison;
      return { members, differing, total };
    },

    'signatures.recipes': () => ({ recipes: recipes() }),
  };
}

/** A check of the window, with the keys that could not be read, as texts. */
interface WindowCheck extends CheckInput {
  unread: string[];
}

type VerifyInput = Omit<Parameters<Handlers['signatures.verify']>[0], 'body'>;

function incomparable(message: string): Failure {
  return new Failure({ code: 'invalid-input', message });
}
