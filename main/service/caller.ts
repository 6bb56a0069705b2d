import type { JsonValue } from '../../preload/contract/json.ts';
import { Failure } from '../failure.ts';
import { AttemptFailure, withDetails } from './attempt-failure.ts';
import type { Authentication } from './authentication/credentials.ts';
import type { Edges } from './edges.ts';
import { refusal } from './refusal/refusal.ts';
import { serviceEntry } from './refusal/service-status.ts';
import { letGo } from './reply/collect.ts';
import type { Trip } from './reply/json-reply.ts';
import { withRetries } from './retry.ts';
import type { Arriving, Outgoing, Transport } from './transport/transport.ts';
import { type Effect, unknownOutcome } from './words/effects.ts';
import { credentialWords } from './words/settings.ts';
import type { Subject } from './words/status.ts';

/** One call of an operation: what is sent and whether it may be sent twice. */
export interface Call {
  request: Omit<Outgoing, 'once' | 'peer'>;
  /** Absent for reads. With it, the request is never sent again by itself. */
  effect?: Effect;
  /** What it asks for. */
  subject: Subject;
}

/** Sends calls of operations: authentication, attempts, refusals. */
export type Caller = <T>(
  call: Call,
  signal: AbortSignal | undefined,
  receive: (reply: Arriving, trip: Trip) => Promise<T>,
) => Promise<T>;

interface CallerParts {
  transport: Pick<Transport, 'send'>;
  authentication: Authentication;
  scheme: 'basic' | 'oauth';
  edges: Pick<Edges, 'now' | 'elapsed' | 'random' | 'sleep' | 'redaction'>;
}

export function createCaller({ transport, authentication, scheme, edges }: CallerParts): Caller {
  /** A 401 proves that nothing was done, so even what must not be repeated goes out once more with a fresh token. */
  async function sendAuthorised(
    call: Call,
    signal: AbortSignal | undefined,
  ): Promise<{ reply: Arriving; secrets: readonly string[] }> {
    for (let fresh = false; ; fresh = true) {
      const authorization = await authentication.authorization(signal);
      // Taken now: the answer may repeat them, and a 401, this one or that of a call beside it, makes them forgotten.
      const secrets = authentication.secrets();
      const reply = await transport.send(
        {
          ...call.request,
          headers: { ...call.request.headers, authorization, 'accept-encoding': 'identity' },
          peer: 'The service',
          once: call.effect !== undefined,
        },
        signal,
      );
      if (reply.status !== 401) return { reply, secrets };
      if (authentication.rejected(authorization) && !fresh) {
        letGo(reply.body);
        continue;
      }
      return { reply, secrets };
    }
  }

  async function attempt<T>(
    call: Call,
    signal: AbortSignal | undefined,
    trip: Trip,
    receive: (reply: Arriving, trip: Trip) => Promise<T>,
  ): Promise<T> {
    const { reply, secrets } = await sendAuthorised(call, signal);
    if (reply.status >= 200 && reply.status < 300) return receive(reply, trip);
    const failure = await refusal(reply, {
      entryFor: (status, html) => serviceEntry(call.subject, status, html),
      secrets,
      now: edges.now,
    });
    if (failure.code !== 'credentials-rejected') throw failure;
    throw new Failure({ ...failure.view(), ...credentialWords.rejected(scheme) });
  }

  return (call, signal, receive) => {
    const startedAt = edges.elapsed();
    const trip = (number: number): Trip => ({
      attempt: number,
      now: edges.now,
      tookMs: () => edges.elapsed() - startedAt,
      redaction: edges.redaction,
    });
    if (call.effect === undefined) {
      return withRetries((number) => attempt(call, signal, trip(number), receive), edges, signal);
    }
    const { effect } = call;
    return attempt(call, signal, trip(1), receive).catch((error: unknown) => {
      throw unsettled(error, effect);
    });
  };
}

/** A failure of what must not be sent twice: its own where it proves that nothing was done, else `outcome-unknown`. */
function unsettled(error: unknown, effect: Effect): unknown {
  if (!(error instanceof AttemptFailure)) return error;
  if (error.performed === 'no') return withDetails(error, { attempts: 1 });
  const words = unknownOutcome[effect];
  const details: Record<string, JsonValue> = { ...error.details, behind: error.code, attempts: 1 };
  return new Failure({
    code: 'outcome-unknown',
    message: `${error.message} ${words.message}`,
    hint: words.hint,
    requestId: error.requestId,
    details,
  });
}
