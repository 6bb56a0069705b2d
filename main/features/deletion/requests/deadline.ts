import type { ErasureDeadline, ErasureEntries } from '../../../../preload/contract/erasure.ts';
import { addDays, addMonths, daysBetween } from '../../../../preload/shared/calendar.ts';
import { Failure } from '../../../common/failure.ts';

type Dated = Pick<ErasureEntries, 'receivedOn' | 'proofAskedOn' | 'proof' | 'extension' | 'answeredOn'>;

/**
 * Returns the period to answer in (GDPR Art. 12(3)): one month from the receipt, or three when it was extended, and the days in which a proof of
 * identity was awaited.
 */
export function deadlineOf(request: Dated, today: string): ErasureDeadline {
  const { receivedOn, proofAskedOn, proof, extension, answeredOn } = request;
  const end = proof?.on ?? answeredOn ?? today;
  const pausedDays = proofAskedOn === undefined ? 0 : Math.max(0, daysBetween(proofAskedOn, end));
  const after = (months: number) => addDays(addMonths(receivedOn, months), pausedDays);
  const on = after(extension === undefined ? 1 : 3);
  return {
    on,
    isPaused: proofAskedOn !== undefined && proof === undefined && answeredOn === undefined,
    pausedDays,
    daysLeft: daysBetween(today, on),
    extensionUntil: after(1),
  };
}

/** @throws Failure invalid-input for days that contradict each other, or an extension that came too late */
export function checkDays(request: Dated, today: string): void {
  const { receivedOn, proofAskedOn, proof, extension, answeredOn } = request;
  const refuse = (message: string) => {
    throw new Failure({ code: 'invalid-input', message: `Nothing was saved: ${message}` });
  };
  for (const day of [receivedOn, proofAskedOn, proof?.on, extension?.on, answeredOn]) {
    if (day !== undefined && day > today) {
      refuse('a day is in the future.');
    }
    if (day !== undefined && day < receivedOn) {
      refuse('a day is before the request was received.');
    }
  }
  if (proof !== undefined && proofAskedOn !== undefined && proof.on < proofAskedOn) {
    refuse('identity was proved before the proof was asked for.');
  }
  const { extensionUntil } = deadlineOf({ ...request, extension: undefined }, today);
  if (extension !== undefined && extension.on > extensionUntil) {
    refuse(`the person had to be told of the extension by ${extensionUntil}.`);
  }
}
