import { Failure } from '../../common/failure.ts';
import { checkMessages } from '../messages/connection-check.ts';
import type { ServiceClient } from '../port.ts';
import { isJsonType } from '../response/media-type.ts';
import { namesWrongPath, sameMessage } from './same-message.ts';
import { failedWith, type StepOutcome } from './steps.ts';

/** The result of reading a conversation that cannot exist. */
export interface UnknownConversationResponse {
  mediaType: StepOutcome;
  authorisation: StepOutcome;
}

/**
 * Returns the only real call of the check: a NOT_FOUND (interface 7.2) for an unknown id proves that the API key may read at
 * this address. `besides` requests a path that is certainly wrong.
 */
export async function askForUnknown(
  client: Reader,
  besides: Reader,
  unknownId: string,
  ownMediaType: string,
  signal: AbortSignal,
): Promise<UnknownConversationResponse> {
  try {
    await client.readConversation(unknownId, { signal });
    return { mediaType: checkMessages.mediaTypeNone(200), authorisation: { failed: checkMessages.odd(200) } };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') {
      throw error;
    }
    const response = checkedResponse(error, ownMediaType);
    if (response.authorisation !== checkMessages.proved) {
      return response;
    }
    return { ...response, authorisation: await provedBeside(error, besides, unknownId, signal) };
  }
}

/** Reads a conversation that exists: only the right path and an accepted API key find it. */
export async function askForKnown(
  client: Reader,
  knownId: string,
  ownMediaType: string,
  signal: AbortSignal,
): Promise<UnknownConversationResponse> {
  try {
    await client.readConversation(knownId, { signal });
    return { mediaType: { skipped: checkMessages.mediaTypeRead }, authorisation: checkMessages.found };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') {
      throw error;
    }
    const response = checkedResponse(error, ownMediaType);
    const isMissing = response.authorisation === checkMessages.proved;
    return isMissing ? { ...response, authorisation: { failed: checkMessages.notFound } } : response;
  }
}

type Reader = Pick<ServiceClient, 'readConversation'>;

/**
 * Returns whether the NOT_FOUND (`first`) concerns the conversation and not the path: a certainly wrong path must give
 * another response.
 */
async function provedBeside(
  first: Failure,
  besides: Reader,
  unknownId: string,
  signal: AbortSignal,
): Promise<StepOutcome> {
  try {
    await besides.readConversation(unknownId, { signal });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') {
      throw error;
    }
    if (!wasAnswered(error)) {
      return { failed: checkMessages.notCompared(failedWith(error).message) };
    }
    if (error.request?.errorObject?.status !== 'NOT_FOUND') {
      return checkMessages.proved;
    }
    const message = serviceMessage(error);
    if (!sameMessage(serviceMessage(first), message)) {
      return checkMessages.proved;
    }
    return namesWrongPath(message)
      ? { failed: checkMessages.noOperation }
      : { unknown: checkMessages.everyPathAlike };
  }
  return checkMessages.proved;
}

function serviceMessage(failure: Failure): string {
  return failure.request?.errorObject?.message ?? '';
}

/** Returns whether a failure is a response to the request; being busy, broken or unreachable is not. */
function wasAnswered(failure: Failure): boolean {
  const status = failure.request?.status ?? 0;
  return (
    notTheService.has(failure.code) ||
    failure.code === 'credentials-rejected' ||
    (status >= 300 && status < 500 && !noAnswer.has(status))
  );
}

/** Statuses below 500 that say nothing about a path: plan, proxy, timeout, too early, too many requests. */
const noAnswer: ReadonlySet<number> = new Set([402, 407, 408, 425, 429]);

/** Failures showing that the responder is not the service. */
const notTheService = new Set(['reply-html', 'reply-wrong-type', 'reply-not-json', 'reply-empty']);

/** Judges a response by its status first: only one with the requested status is judged by its media type. */
function checkedResponse(failure: Failure, ownMediaType: string): UnknownConversationResponse {
  const { status = 0, mediaType = '', errorObject } = failure.request ?? {};
  const step = { failed: failedWith(failure) };
  if (notTheService.has(failure.code)) {
    return { mediaType: step, authorisation: step };
  }
  if (status !== 404) {
    return {
      mediaType: errorObject
        ? checkedType(status, mediaType, ownMediaType)
        : { skipped: checkMessages.mediaTypeNoErrorObject },
      authorisation: step,
    };
  }
  const type = checkedType(status, mediaType, ownMediaType);
  if (failure.code !== 'not-found') {
    return { mediaType: type, authorisation: step };
  }
  const isProof = errorObject?.status === 'NOT_FOUND';
  return {
    mediaType: type,
    authorisation: isProof ? checkMessages.proved : { failed: checkMessages.noErrorObject(status) },
  };
}

function checkedType(status: number, mediaType: string, own: string): StepOutcome {
  if (mediaType === own) {
    return checkMessages.mediaTypeSame(mediaType);
  }
  if (isJsonType(mediaType)) {
    return checkMessages.mediaTypeOther(mediaType, own);
  }
  if (mediaType === '') {
    return { skipped: checkMessages.mediaTypeNone(status) };
  }
  return { failed: checkMessages.mediaTypeWrong(mediaType) };
}
