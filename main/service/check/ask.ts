import { Failure } from '../../failure.ts';
import type { ServiceClient } from '../port.ts';
import { isJsonType } from '../reply/media-type.ts';
import { checkWords } from '../words/check.ts';
import type { StepOutcome } from './steps.ts';

/** What was learnt by asking for a conversation that cannot exist. */
export interface Asked {
  mediaType: StepOutcome;
  authorisation: StepOutcome;
}

/** The one real call of the check: an unknown id that gives 404 proves the API key, its permission and the address. */
export async function askForUnknown(
  client: Pick<ServiceClient, 'readConversation'>,
  unknownId: string,
  ownMediaType: string,
  signal: AbortSignal,
): Promise<Asked> {
  try {
    await client.readConversation(unknownId, { signal });
    return { mediaType: checkWords.mediaTypeNone(200), authorisation: { failed: checkWords.odd(200) } };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') throw error;
    return judged(error, ownMediaType);
  }
}

/** Failures that show that what answers is not the service. */
const notTheService = new Set(['reply-html', 'reply-wrong-type', 'reply-not-json', 'reply-empty']);

function judged(failure: Failure, ownMediaType: string): Asked {
  const status = Number(failure.details?.httpStatus ?? 0);
  const mediaType = String(failure.details?.mediaType ?? '');
  const failed = { failed: { message: withId(failure), hint: failure.hint ?? '' } };
  if (status === 0) return { mediaType: { skipped: checkWords.mediaTypeNotService }, authorisation: failed };
  if (failure.code === 'gateway-refused' || failure.code === 'gateway-failed') {
    return { mediaType: { skipped: checkWords.mediaTypeNotService }, authorisation: failed };
  }
  if (notTheService.has(failure.code)) return { mediaType: failed, authorisation: failed };
  const type = judgedType(status, mediaType, ownMediaType);
  if (failure.code !== 'not-found') return { mediaType: type, authorisation: failed };
  const proved = failure.details?.errorObject === true;
  return {
    mediaType: type,
    authorisation: proved ? checkWords.proved : { failed: checkWords.noErrorObject(status) },
  };
}

function judgedType(status: number, mediaType: string, own: string): StepOutcome {
  if (mediaType === own) return checkWords.mediaTypeSame(mediaType);
  if (isJsonType(mediaType)) return checkWords.mediaTypeOther(mediaType, own);
  // 402 and 500 come without a body (interface 7.1), 401 often does, and a page in their place changes nothing about them.
  if (mediaType === '' || status === 401 || status === 402 || status >= 500) {
    return { skipped: checkWords.mediaTypeNone(status) };
  }
  return { failed: checkWords.mediaTypeWrong(mediaType) };
}

function withId(failure: Failure): string {
  return failure.requestId === undefined
    ? failure.message
    : `${failure.message} Request id: ${failure.requestId}.`;
}
