import type { z } from 'zod';
import { maxMedia } from '../../../preload/contract/media.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { conversation } from '../../../preload/contract/service/conversation.ts';
import { databaseVerificationInfo } from '../../../preload/contract/service/database-verification.ts';
import { errorObject } from '../../../preload/contract/service/error-object.ts';
import { headlessPage } from '../../../preload/contract/service/headless.ts';
import { metadata } from '../../../preload/contract/service/metadata.ts';
import type { ReadingNotes } from '../../../preload/contract/service/reading.ts';
import type { Redaction } from '../../common/redaction.ts';
import type { ResponseReason } from '../messages/response.ts';
import { parseLeniently } from './lenient.ts';
import { isJsonObject, kindOf, parseExactly } from './parse.ts';

/** The JSON responses of interface 4, by name, since a schema cannot be sent to a worker. */
export const responseSchemas = { conversation, databaseVerificationInfo, headlessPage, metadata };

/** The most items of a list of a response, where it is more than usual: every file of a case can be chosen and exported. */
const maxItems: Partial<Record<keyof typeof responseSchemas, number>> = { metadata: maxMedia };

export type ResponseName = keyof typeof responseSchemas;
export type ResponseValue<N extends ResponseName> = z.output<(typeof responseSchemas)[N]>;

export type ResponseReading<N extends ResponseName = ResponseName> =
  | {
      ok: true;
      value: ResponseValue<N>;
      /** The response as UTF-8: the bytes as received, unless they were in another charset or had secrets. */
      utf8: Uint8Array;
      notes: Pick<ReadingNotes, 'flags' | 'cuts' | 'duplicates' | 'inexactNumbers' | 'charset'>;
    }
  | { ok: false; reason: ResponseReason; kind: string };

/**
 * Parses a response by the schema of that name. Never throws for its content.
 *
 * @param charset as declared in the content type
 * @param redaction removes the secrets that the response repeats
 */
export function readResponse<N extends ResponseName>(
  name: N,
  bytes: Uint8Array,
  charset: string | undefined,
  redaction?: Redaction,
): ResponseReading<N> {
  const reading = parseExactly(bytes, charset, redaction && ((utf8) => redaction.bytes(utf8)));
  if (!reading.ok) {
    return { ok: false, reason: reading.reason, kind: '' };
  }
  if (!isJsonObject(reading.json)) {
    return { ok: false, reason: 'not-an-object', kind: kindOf(reading.json) };
  }
  const errorText = errorIn(name, reading.json);
  if (errorText !== undefined) {
    return { ok: false, reason: 'error-object', kind: errorText };
  }
  const { value, ...notes } = parseLeniently(responseSchemas[name], reading.json, maxItems[name]);
  return {
    ok: true,
    // The schema was found by this name; TypeScript cannot follow the pairing.
    value: value as ResponseValue<N>,
    utf8: reading.utf8,
    notes: {
      ...notes,
      duplicates: reading.duplicates,
      ...omitUndefined({ charset: reading.charset }),
    },
  };
}

/**
 * Returns the service's error object (interface 7.2) sent with a status of success, as text such as `NOT_FOUND: No such conversation`. An object that
 * has any member of the response itself, beside `status`, is that response.
 */
function errorIn(name: ResponseName, json: Record<string, unknown>): string | undefined {
  const isResponse = Object.keys(responseSchemas[name].shape).some((key) => key !== 'status' && key in json);
  const { status, message, violations, statusDetail } = parseLeniently(errorObject, json).value;
  if (isResponse || status === undefined || (message ?? violations ?? statusDetail) === undefined) {
    return undefined;
  }
  return message ? `${status}: ${message}` : status;
}
