import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../common/failure.ts';
import type { Authentication } from './authentication/credentials.ts';
import { failureFromResponse } from './error-response/failure-from-response.ts';
import { serviceEntry } from './error-response/service-status.ts';
import type { Message } from './messages/message.ts';
import { credentialMessages, readOnlyMessage } from './messages/settings.ts';
import type { Subject } from './messages/status.ts';
import type { SendOptions } from './port.ts';
import { drain } from './response/collect.ts';
import type { RequestTiming } from './response/response-reader.ts';
import { awaitRetry, maxAttempts } from './retry.ts';
import type { SystemDeps } from './system-deps.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport/transport.ts';

/** One call of an operation: the request and whether it may be repeated. */
export interface ServiceCall {
  request: Omit<TransportRequest, 'singleUseConnection' | 'peer' | 'beforeSend'>;
  /** Absent for reads. With it, the request is never repeated automatically. */
  effect?: Effect;
  /** The subject of the call, for the wording of a 404. */
  subject: Subject;
}

/** Sends the calls of operations: authentication, attempts, failures. */
export type Caller = <T>(
  call: ServiceCall,
  options: SendOptions,
  receive: (response: TransportResponse, timing: RequestTiming) => Promise<T>,
) => Promise<T>;

interface CallerDeps {
  transport: Pick<Transport, 'send'>;
  authentication: Authentication;
  settings: Pick<EnvironmentSettings, 'authentication' | 'readOnly' | 'timeouts'>;
  system: Pick<SystemDeps, 'now' | 'elapsed' | 'random' | 'sleep' | 'redaction'>;
  /** Rejects where a call with this effect is forbidden. */
  permit?: ((effect: Effect) => Promise<void>) | undefined;
}

export function createCaller({ transport, authentication, settings, system, permit }: CallerDeps): Caller {
  return async ({ request, effect, subject }, options, receive) => {
    if (effect !== undefined && settings.readOnly) {
      throw readOnlyFailure();
    }
    if (effect !== undefined) {
      await permit?.(effect);
    }
    const { signal, beforeSend } = options;
    const startedAt = system.elapsed();
    const tookMs = () => system.elapsed() - startedAt;
    let sends = 0;

    /** Sends the call. A 401 proves that nothing was done, so even a request that must not be repeated is sent again with a new token. */
    async function attempt(number: number) {
      for (let fresh = false; ; fresh = true) {
        const authorization = await authentication.authorization(signal);
        // Read now: the response may repeat them, and a 401 to this or another call removes them.
        const secrets = authentication.secrets();
        const login = authentication.login();
        sends += 1;
        const response = await transport.send(
          {
            ...request,
            headers: { ...request.headers, authorization, 'accept-encoding': 'identity' },
            peer: 'The service',
            singleUseConnection: effect !== undefined && options.keepAlive !== true,
            attempt: sends,
            repeat: fresh ? 'new-token' : sends > 1 ? 'retry' : undefined,
            beforeSend: () => beforeSend?.(login),
          },
          signal,
        );
        if (response.status >= 200 && response.status < 300) {
          return receive(response, {
            now: system.now,
            redaction: system.redaction,
            signal,
            attempt: number,
            tookMs,
          });
        }
        if (response.status === 401 && authentication.mayRetryRejection(authorization) && !fresh) {
          drain(response.body);
          continue;
        }
        const failure = await failureFromResponse(response, {
          entryFor: (status, body) => serviceEntry(subject, status, body),
          needsProof: effect !== undefined,
          secrets,
          redaction: system.redaction,
          now: system.now,
        });
        throw failure.code === 'credentials-rejected'
          ? failure.with(credentialMessages.rejected(settings.authentication.scheme))
          : failure;
      }
    }

    const isRepeated = effect === undefined && options.withoutRetry !== true;
    const report = (number: number, beginsInMs?: number) =>
      options.onAttempt?.({
        attempt: number,
        attempts: maxAttempts,
        limitMs: settings.timeouts.totalMs,
        ...omitUndefined({ beginsInMs }),
      });
    for (let number = 1; ; number++) {
      if (isRepeated) {
        report(number);
      }
      try {
        return await attempt(number);
      } catch (error) {
        if (!isRepeated) {
          throw effect === undefined ? error : failureOfUnrepeatable(error, effect);
        }
        await awaitRetry(error, number, system, signal, (ms) => report(number + 1, ms));
      }
    }
  };
}

/**
 * Returns the failure of a request that must not be repeated: the original one when it proves that nothing was done, otherwise
 * `outcome-unknown`.
 */
function failureOfUnrepeatable(error: unknown, effect: Effect): unknown {
  if (!(error instanceof Failure) || error.request?.performed !== 'unknown') {
    return error;
  }
  const texts = unknownOutcome[effect];
  return new Failure({
    code: 'outcome-unknown',
    message: `${error.message} ${texts.message}`,
    hint: texts.hint,
    requestId: error.requestId,
    details: error.details,
    request: { ...error.request, transient: false, behind: error.code },
  });
}

/** Returns the refusal of a change in an environment whose settings say `readOnly`. Nothing was sent. */
export function readOnlyFailure(): Failure {
  return new Failure({ code: 'environment-read-only', ...readOnlyMessage });
}

/** The effect at the service of a call that must not be repeated. */
export type Effect = 'create' | 'delete' | 'submit';

/** Texts for a call whose outcome is unknown. */
const unknownOutcome: Record<Effect, Message> = {
  create: {
    message:
      'It is not known whether the conversation was created: the request may have arrived. It is not sent again automatically, because a second one would be billed.',
    hint: 'Look for a callback, or for the conversation in your own system or in the administration panel, before you create it again.',
  },
  delete: {
    message:
      'It is not known whether the request was carried out: it may have arrived. It is not sent again automatically.',
    hint: 'Refresh the conversation: its state shows whether it was done.',
  },
  submit: {
    message:
      'It is not known whether the page was submitted: the request may have arrived. It is not sent again automatically.',
    hint: 'Read the current step: it shows whether the flow continued.',
  },
};
