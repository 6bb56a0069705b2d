/** A pair of target and event of a callback (interface 6.2). */
export interface CallbackEvent {
  target: string;
  event: string;
}

/** The pairs in the table of interface 6.2. */
export const knownEvents: readonly CallbackEvent[] = [
  { target: 'CONVERSATION', event: 'FINISHED' },
  { target: 'CONVERSATION', event: 'EXPIRED' },
  { target: 'SUBSCRIPTION', event: 'NEW_DATA' },
];

/** Pairs outside the table: a receiver accepts and ignores them (interface 6.1, rule 4). */
export const unknownEvents: readonly CallbackEvent[] = [
  { target: 'CONVERSATION', event: 'ARCHIVED' },
  { target: 'SUBSCRIPTION', event: 'RENEWED' },
  { target: 'INVOICE', event: 'CREATED' },
];
