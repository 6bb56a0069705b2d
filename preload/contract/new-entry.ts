/** The kinds of journal entries. */
export type EntryKind =
  | 'opened'
  | 'revealed'
  | 'decided'
  | 'decision-kept'
  | 'tested'
  | 'settled'
  | 'ticked'
  | 'noted'
  | 'note-withdrawn'
  | 'labelled'
  | 'unlabelled'
  | 'state-set'
  | 'follow-up-set'
  | 'assigned'
  | 'answered'
  | 'watched'
  | 'reviewed'
  | 'relationship-ended'
  | 'held'
  | 'hold-ended'
  | 'due-rule-set'
  | 'deleted-early'
  | 'deletion-planned'
  | 'erasure-request'
  | 'saved'
  | 'expired'
  | 'monitoring-ended'
  | 'created'
  | 'headless-answered'
  | 'data-deleted'
  | 'exported'
  | 'forgotten'
  | 'retention'
  | 'credentials-changed'
  | 'environment-changed'
  | 'settings-changed'
  | 'key-rotated'
  | 'team-changed'
  | 'restored'
  | 'corrected'
  | 'confirmed'
  | 'team-went-back';

/** May contain personal data such as a comment, so it is stored sealed. */
export type EntryDetails = Record<string, string | number | boolean>;

/** An entry of the journal without its time and actor, which main adds on writing. */
export interface NewEntry {
  kind: EntryKind;
  /** Absent if the entry concerns no environment. */
  environmentId?: string;
  /** Absent if the entry concerns no conversation. */
  conversationId?: string;
  details?: EntryDetails;
}
