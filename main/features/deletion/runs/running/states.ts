import type { ItemOutcome, PlanStep } from '../../../../../preload/contract/deletion-runs.ts';
import { absenceOf, classifyFailure } from '../../../../service/classify-failure.ts';
import type { Answer } from '../../answer.ts';
import type { ItemRecord, ItemState, RunPhase, StoredItem } from '../store/records.ts';

/**
 * Events of an item. `intended`: the intent of its call is on disk. `withheld`: the call was not sent after that. `undone`: the response proves
 * that nothing was done, and the call may be sent again. `answered`: the effect of the call is to be read. `unchanged`: reads show no effect of a
 * call without a usable response. `advanced`: the next step of its plan follows. `ended`: it has its outcome. `withdrawn`: the run was cancelled
 * before its call.
 */
export type ItemEvent =
  | 'intended'
  | 'withheld'
  | 'undone'
  | 'answered'
  | 'unchanged'
  | 'advanced'
  | 'ended'
  | 'withdrawn';

/** The state of an item after each event; events that are missing cannot happen in that state. */
export const itemTable: Readonly<Record<ItemState, Partial<Record<ItemEvent, ItemState>>>> = {
  waiting: { intended: 'sending', advanced: 'waiting', ended: 'done', withdrawn: 'done' },
  sending: {
    withheld: 'waiting',
    undone: 'waiting',
    answered: 'sent',
    // The console was closed before the response: at the next start it is read as if it had been sent.
    unchanged: 'waiting',
    advanced: 'waiting',
    ended: 'done',
  },
  sent: { unchanged: 'waiting', advanced: 'waiting', ended: 'done' },
  done: {},
};

/**
 * Events of a run. `begun`: the hold is over. `paused`: by a user, or by failures. `finished`: every item has its outcome. `reopened`:
 * the console was started again.
 */
export type RunEvent = 'begun' | 'paused' | 'resumed' | 'cancelled' | 'finished' | 'reopened';

/** The state of a run after each event; events that are missing change nothing. */
export const runTable: Readonly<Record<RunPhase, Partial<Record<RunEvent, RunPhase>>>> = {
  planned: { resumed: 'open', cancelled: 'cancelled', finished: 'done' },
  holding: {
    begun: 'open',
    paused: 'paused',
    resumed: 'open',
    cancelled: 'cancelled',
    finished: 'done',
    reopened: 'interrupted',
  },
  open: { paused: 'paused', cancelled: 'cancelled', finished: 'done', reopened: 'interrupted' },
  paused: { resumed: 'open', cancelled: 'cancelled', finished: 'done', reopened: 'interrupted' },
  interrupted: { resumed: 'open', cancelled: 'cancelled', finished: 'done' },
  cancelled: { finished: 'done' },
  done: {},
};

/**
 * Returns an item after an event, with what changes besides its state.
 * @throws Error for an event that cannot happen in its state
 */
export function itemAfter(
  item: StoredItem,
  event: ItemEvent,
  change: Partial<Pick<StoredItem, 'step' | 'outcome' | 'record'>> = {},
): StoredItem {
  const state = itemTable[item.state][event];
  if (state === undefined) {
    throw new Error(`An item that is ${item.state} cannot be ${event}.`);
  }
  return { ...item, ...change, state };
}

/** Returns the state of a run after an event. */
export function runAfter(state: RunPhase, event: RunEvent): RunPhase {
  return runTable[state][event] ?? state;
}

/**
 * Returns the current step of an item.
 * @throws Error if the item has no step left
 */
export function stepOf(item: StoredItem): PlanStep {
  const step = item.plan[item.step];
  if (step === undefined) {
    throw new Error('An item has no step left.');
  }
  return step;
}

/**
 * Returns for how long a call may rely on a read, in milliseconds. One conversation is confirmed by looking at it, so that it must be as shown; to read
 * each of many again within minutes would double the requests of the run.
 */
export function readLifeMs(conversations: number): number {
  return conversations === 1 ? 60_000 : 10 * 60_000;
}

/** Returns whether a call may rely on a read; false if the clock was set back. `at` and `now` in milliseconds since the epoch. */
export function isRecent({ at, now, lifeMs }: { at: number; now: number; lifeMs: number }): boolean {
  return at <= now && now - at < lifeMs;
}

/** The conditions of a run. `waitsMs`: for as long no request can succeed. */
export interface RunConditions {
  state: RunPhase;
  /** True while a work waits for the steps in progress, or is in progress itself. */
  isExclusive: boolean;
  isClosing: boolean;
  waitsMs: number;
}

/** The read that a call relies on: its time and now, in milliseconds since the epoch, and for how long it may. */
export interface LastRead {
  at: number | undefined;
  now: number;
  lifeMs: number;
}

/**
 * Returns why the next call may not be sent; undefined if it may be. `waits`: nothing may be requested now. `stopped`: reads only.
 * `read-again`: the conversation has to be read first.
 */
export function hindrance(
  { state, isExclusive, isClosing, waitsMs }: RunConditions,
  read?: LastRead,
): 'waits' | 'stopped' | 'read-again' | undefined {
  if (isExclusive || isClosing || waitsMs > 0) {
    return 'waits';
  }
  if (state !== 'open') {
    return 'stopped';
  }
  return read?.at !== undefined && !isRecent({ ...read, at: read.at }) ? 'read-again' : undefined;
}

/** The meaning of a response. `kind`: as in `StepResult`. */
export type ResponseMeaning =
  | { event: 'answered'; answer: NonNullable<ItemRecord['answer']>; kind: 'answered' | 'failed' }
  | { event: 'undone'; kind: 'failed' | 'blocked' }
  | { event: 'ended'; outcome: ItemOutcome; kind: 'answered' | 'failed' | undefined };

/**
 * Returns the meaning of the response to the call of a step (interface 3.3, 4.3, 7).
 * @param error the failure of the call; undefined for a response that accepts it
 * @param isUncertain an earlier call of this step may have been carried out
 */
export function meaningOf(
  { outcome }: Pick<Answer, 'outcome'>,
  error: unknown,
  { step, isUncertain }: { step: PlanStep; isUncertain: boolean },
): ResponseMeaning {
  switch (outcome) {
    case 'accepted':
      return { event: 'answered', answer: 'accepted', kind: 'answered' };
    case 'refused':
      // The call before it may have been carried out since it was read: then this one is refused for that reason.
      return isUncertain
        ? { event: 'answered', answer: 'refused', kind: 'answered' }
        : { event: 'ended', outcome: 'refused', kind: 'answered' };
    case 'unknown':
      return { event: 'answered', answer: 'unknown', kind: 'failed' };
    default: {
      const absent = meaningOfAbsence(error, { step, isOurs: isUncertain, isSameLogin: true });
      if (absent !== undefined && absent !== 'other-login') {
        return { event: 'ended', outcome: absent, kind: undefined };
      }
      const { kind } = classifyFailure(error);
      if (kind !== 'wait' && kind !== 'pause') {
        return { event: 'ended', outcome: 'failed', kind: 'failed' };
      }
      return { event: 'undone', kind: kind === 'wait' ? 'failed' : 'blocked' };
    }
  }
}

/**
 * Returns the outcome of a step whose conversation the service no longer has (410) or does not know (404), in the response to a DELETE or a read;
 * undefined for other failures. A 404 counts only under the login of the step (`other-login`), since another one may see other conversations.
 * @param isOurs a call of this step may have caused it
 */
export function meaningOfAbsence(
  error: unknown,
  { step, isOurs, isSameLogin }: { step: PlanStep; isOurs: boolean; isSameLogin: boolean },
): 'confirmed' | 'unknown' | 'gone' | 'missing' | 'other-login' | undefined {
  const absence = absenceOf(error);
  if (absence === undefined) {
    return undefined;
  }
  if (absence === 'not-found' && !isSameLogin) {
    return 'other-login';
  }
  if (isOurs) {
    return step === 'DELETE_DATA' ? 'confirmed' : 'unknown';
  }
  return absence === 'gone' ? 'gone' : 'missing';
}
