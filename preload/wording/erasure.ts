import type { ErasedItem, ErasureRequest } from '../contract/erasure.ts';
import { counted } from './terms.ts';

type Answered = Pick<
  ErasureRequest,
  'person' | 'contact' | 'ticket' | 'receivedOn' | 'proof' | 'extension' | 'items'
>;

/** `3 November 2026` */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
}

/**
 * Returns what is known of a conversation of a request. A read at the service counts more than a user’s decision, and that more than
 * an acceptance, which deletes nothing by itself.
 */
function stateOf({ deleted, isGone, refused, missingOn }: ErasedItem) {
  if (deleted?.outcome === 'confirmed') {
    return 'deleted';
  }
  if (isGone) {
    return 'gone';
  }
  if (refused !== undefined) {
    return 'refused';
  }
  if (missingOn !== undefined) {
    return 'missing';
  }
  return deleted === undefined ? 'undone' : 'accepted';
}

/** Returns the state of a conversation of a request as a text. */
export function erasedText(item: ErasedItem): string {
  const { deleted, refused, missingOn = '' } = item;
  const on = deleted && `on ${dayText(deleted.on)} (receipt ${deleted.number})`;
  const accepted = `Deletion accepted, not confirmed yet, ${on}`;
  switch (stateOf(item)) {
    case 'deleted':
      return `Deleted ${on}`;
    case 'gone':
      return 'The service no longer has it';
    case 'refused':
      return on === undefined ? `Refused: ${refused}` : `${accepted}; refused: ${refused}`;
    case 'missing':
      return `Not at the service, read on ${dayText(missingOn)}`;
    case 'accepted':
      return accepted;
    default:
      return 'Not deleted yet';
  }
}

/** Returns whether a conversation of a request is still to be deleted or refused. */
export function isOpenItem(item: ErasedItem): boolean {
  const state = stateOf(item);
  return state === 'undone' || state === 'accepted';
}

/** Returns the state of a request's period in a few words. */
export function deadlineText({
  deadline,
  answeredOn,
}: Pick<ErasureRequest, 'deadline' | 'answeredOn'>): string {
  const { on, isPaused, daysLeft } = deadline;
  if (answeredOn !== undefined) {
    return `Answered on ${dayText(answeredOn)}${answeredOn > on ? ', too late' : ''}`;
  }
  if (isPaused) {
    return `Paused until identity is proved; ${counted(Math.max(0, daysLeft), 'day')} left then`;
  }
  return daysLeft < 0
    ? `Overdue by ${counted(-daysLeft, 'day')} (${dayText(on)})`
    : `Answer by ${dayText(on)}, ${counted(daysLeft, 'day')} left`;
}

/** Returns where data of a request still is, and what of it a deletion reaches. */
export function reachTexts(items: readonly ErasedItem[], environmentName: string): string[] {
  if (items.length === 0) {
    return [
      'No conversation has been added to this request. The service may know some that this console has never seen; it cannot be asked for a person.',
    ];
  }
  const held = items.filter((item) => !['deleted', 'gone', 'missing'].includes(stateOf(item))).length;
  const stored = items.filter(({ isStored }) => isStored).length;
  const copies = items.flatMap(({ conversationId, copies: all }) =>
    all.map(({ what, name, on }) => `${name ?? what} of ${dayText(on)} (${conversationId})`),
  );
  return [
    `The service: ${held === 0 ? 'it has no data of these conversations' : `the data of ${verifications(held)}`} in ${environmentName}. The service may know others that this console has never seen; it cannot be asked for a person.`,
    stored === 0
      ? 'This console: it holds no case of them.'
      : `This console: it still holds ${stored === 1 ? 'one case' : `${stored.toLocaleString('en')} cases`} of them. Forget them in the list of cases${held === 0 ? '' : ' after the deletion'}.`,
    copies.length === 0
      ? 'Copies: this console’s journal names none.'
      : `Copies exported by this console, which it cannot delete: ${[...new Set(copies)].join('; ')}.`,
    'Other computers: colleagues who opened these conversations in Assay hold them in their own consoles, and must forget them there.',
  ];
}

/** Returns the paragraphs of the letter of answer. */
export function letterOf(request: Answered, today: string): string[] {
  const { person, contact = '', ticket, receivedOn, proof, extension, items } = request;
  const {
    deleted = [],
    accepted = [],
    gone = [],
    missing = [],
    refused = [],
    undone = [],
  } = Object.groupBy(items, stateOf);
  const reference = ticket === undefined ? '' : ` (our reference ${ticket})`;
  return [
    [person, contact].filter((line) => line !== '').join('\n'),
    dayText(today),
    `Your request for erasure of ${dayText(receivedOn)}${reference}`,
    `Dear ${person},`,
    `On ${dayText(receivedOn)} you asked us to erase your personal data (Art. 17 of the General Data Protection Regulation).${proof === undefined ? '' : ` You proved your identity on ${dayText(proof.on)}: ${proof.how}.`}`,
    ...(extension === undefined
      ? []
      : [
          `On ${dayText(extension.on)} we told you that we needed up to two more months, for this reason: ${extension.reason}`,
        ]),
    ...(items.length === 0 ? ['We hold no data of an identity verification about you.'] : []),
    ...groupsOf(deleted, ({ deleted: done }) => done?.on ?? '').map(
      ([day, some]) =>
        `The data of ${verifications(some.length)} about you was deleted at our identity verification service on ${dayText(day)}. ${receiptsText(some)}`,
    ),
    ...acceptedTexts(accepted),
    ...(gone.length === 0
      ? []
      : [
          `The data of ${verifications(gone.length)} about you is no longer held by our identity verification service.`,
        ]),
    ...groupsOf(missing, ({ missingOn }) => missingOn ?? '').map(
      ([day, some]) =>
        `Our identity verification service holds no data of ${verifications(some.length)} about you, as it answered on ${dayText(day)}.`,
    ),
    ...groupsOf(refused, (item) => item.refused ?? '').flatMap(([reason, some]) => [
      `We have not erased the data of ${verifications(some.length)} about you, for this reason: ${reason}`,
      ...acceptedTexts(some.filter((item) => item.deleted !== undefined)),
    ]),
    ...(undone.length === 0
      ? []
      : [`The data of ${verifications(undone.length)} about you is still to be deleted.`]),
    ...(refused.length === 0
      ? []
      : ['You can lodge a complaint with a supervisory authority, and seek a judicial remedy (Art. 12(4)).']),
    'Yours sincerely',
  ];
}

function acceptedTexts(items: readonly ErasedItem[]): string[] {
  return groupsOf(items, ({ deleted }) => deleted?.on ?? '').map(
    ([day, some]) =>
      `The deletion of the data of ${verifications(some.length)} about you was accepted by our identity verification service on ${dayText(day)}, and is not confirmed yet. ${receiptsText(some)}`,
  );
}

function groupsOf(
  items: readonly ErasedItem[],
  keyOf: (item: ErasedItem) => string,
): [string, ErasedItem[]][] {
  return [...Map.groupBy(items, keyOf)];
}

function receiptsText(items: readonly ErasedItem[]): string {
  const numbers = items.map(({ deleted }) => `no. ${deleted?.number}`).join(', ');
  return `${items.length === 1 ? 'It has' : 'Each deletion has'} a signed receipt: ${numbers}.`;
}

function verifications(count: number): string {
  return count === 1 ? 'one identity verification' : `${count.toLocaleString('en')} identity verifications`;
}
