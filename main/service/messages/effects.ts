import type { MessageTexts } from './message-texts.ts';

/** What a call that must not be sent twice does at the service. */
export type Effect = 'create' | 'delete' | 'submit';

/** What to say when nobody can tell whether it was done. */
export const unknownOutcome: Record<Effect, MessageTexts> = {
  create: {
    message:
      'Whether the conversation was created is not known: the request may have arrived. It is not sent again by itself, since a second one is billed again.',
    hint: 'Look for the conversation where your system keeps its own, or in the administration panel, before you create it again.',
  },
  delete: {
    message:
      'Whether it was done is not known: the request may have arrived. It is not sent again by itself.',
    hint: 'Read the conversation again: its state tells whether it was done.',
  },
  submit: {
    message:
      'Whether the page was taken is not known: the request may have arrived. It is not sent again by itself.',
    hint: 'Read the current page again: it tells whether the flow went on.',
  },
};
