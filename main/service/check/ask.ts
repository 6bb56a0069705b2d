import { Failure } from '../../failure.ts';
import { checkMessages } from '../messages/check.ts';
import type { ServiceClient } from '../port.ts';
import { isJsonType } from '../reply/media-type.ts';
import type { StepOutcome } from './steps.ts';

/** What was learnt by asking for a conversation that cannot exist. */
export interface UnknownConversationReply {
  mediaType: StepOutcome;
  authorisation: StepOutcome;
}

/**
 * The one real call of the check: an unknown id that gives the interface's NOT_FOUND (7.2) proves
 * that this API key may read at this address. `besides` asks
 * at a path that is certainly wrong.
 */
export async function askForUnknown(
  client: Reader,
  besides: Reader,
  unknownId: string,
  ownMediaType: string,
  signal: AbortSignal,
): Promise<UnknownConversationReply> {
  try {
    await client.readConversation(unknownId, { signal });
    return { mediaType: checkMessages.mediaTypeNone(200), authorisation: { failed: checkMessages.odd(200) } };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') {
      throw error;
    }
    const asked = judged(error, ownMediaType);
    if (asked.authorisation !== checkMessages.proved) {
      return asked;
    }
    return { ...asked, authorisation: await provedBeside(error, besides, unknownId, signal) };
  }
}

type Reader = Pick<ServiceClient, 'readConversation'>;

/**
 * Some services answer NOT_FOUND to every path. The same question at a path that is certainly wrong shows it: where both answers
 * have the same text, the text says whether it is about the path.
 */
async function provedBeside(
  first: Failure,
  besides: Reader,
  unknownId: string,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const message = (failure: Failure) => String(failure.details?.serviceMessage ?? '');
  const withoutPath = (text: string) =>
    text
      .split(/\s/)
      .map((word) => (word.includes('/api/conversations/') ? '…' : word))
      .join(' ');
  try {
    await besides.readConversation(unknownId, { signal });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') {
      throw error;
    }
    const alike =
      error.details?.serviceStatus === 'NOT_FOUND' &&
      withoutPath(message(first)) === withoutPath(message(error));
    if (!alike) {
      return checkMessages.proved;
    }
    return withoutPath(message(first)) === message(first)
      ? { passed: checkMessages.proved, hint: checkMessages.everyPathAlike }
      : { failed: checkMessages.noOperation };
  }
  return checkMessages.proved;
}

/** Failures that show that what answers is not the service. */
const notTheService = new Set(['reply-html', 'reply-wrong-type', 'reply-not-json', 'reply-empty']);

/** The status is judged first: only an answer with the status that was asked for is judged by its type. */
function judged(failure: Failure, ownMediaType: string): UnknownConversationReply {
  const status = Number(failure.details?.httpStatus ?? 0);
  const mediaType = String(failure.details?.mediaType ?? '');
  const failed = { failed: { message: withId(failure), hint: failure.hint ?? '' } };
  if (notTheService.has(failure.code)) {
    return { mediaType: failed, authorisation: failed };
  }
  if (status !== 404) {
    const ofService = failure.details?.errorObject === true;
    return {
      mediaType: ofService
        ? judgedType(status, mediaType, ownMediaType)
        : { skipped: checkMessages.mediaTypeNotService },
      authorisation: failed,
    };
  }
  const type = judgedType(status, mediaType, ownMediaType);
  if (failure.code !== 'not-found') {
    return { mediaType: type, authorisation: failed };
  }
  const proved = failure.details?.serviceStatus === 'NOT_FOUND';
  return {
    mediaType: type,
    authorisation: proved ? checkMessages.proved : { failed: checkMessages.noErrorObject(status) },
  };
}

function judgedType(status: number, mediaType: string, own: string): StepOutcome {
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

function withId(failure: Failure): string {
  return failure.requestId === undefined
    ? failure.message
    : `${failure.message} Request id: ${failure.requestId}.`;
}
