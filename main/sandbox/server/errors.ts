import type { Json } from '../json.ts';
import { emptyResponse, jsonResponse, type SandboxResponse } from './response.ts';

/** One entry of `violations` (field notes, "Shapes"). */
export type Violation = { field: string; message: string };

export type ConflictDetail =
  | 'ConversationAlreadyFinished'
  | 'ConversationNotYetFinished'
  | 'ActiveSubscriptionExists';

const statusNames: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'BAD_REQUEST',
};

/** A request the service refuses: thrown by an operation, answered as interface 7.1 and 7.2 say. */
export class Refusal extends Error {
  readonly status: number;
  readonly violations: readonly Violation[];
  readonly statusDetail: ConflictDetail | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    more: {
      violations?: readonly Violation[];
      statusDetail?: ConflictDetail;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.violations = more.violations ?? [];
    this.statusDetail = more.statusDetail;
    this.headers = more.headers ?? {};
  }
}

/** Returns the response to a refused call: an error object, or no body where 7.1 specifies none (402, 500). */
export function refusalResponse(refusal: Refusal, mediaType: string): SandboxResponse {
  const word = statusNames[refusal.status];
  if (word === undefined) {
    return emptyResponse(refusal.status, refusal.headers);
  }
  const error: Record<string, Json> = {
    status: word,
    message: refusal.message,
    violations: refusal.violations.map(({ field, message }) => ({ field, message })),
  };
  if (refusal.statusDetail !== undefined) {
    error.statusDetail = refusal.statusDetail;
  }
  return jsonResponse(refusal.status, error, mediaType, refusal.headers);
}

/** 400 for one field, as the variant that applies (interface 7.2). */
export function badRequest(message: string, violations: readonly Violation[] = []): Refusal {
  return new Refusal(400, message, { violations });
}

/** 404: no such conversation, or nothing of that name in it. */
export function notFound(message: string): Refusal {
  return new Refusal(404, message);
}

/** 409 of the delete operation, with its `statusDetail` (interface 3.3). */
export function conflict(statusDetail: ConflictDetail, message: string): Refusal {
  return new Refusal(409, message, { statusDetail });
}
