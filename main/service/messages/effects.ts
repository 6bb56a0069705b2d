import type { Message } from './message.ts';

/** The effect at the service of a call that must not be repeated. */
export type Effect = 'create' | 'delete' | 'submit';

/** Texts for a call whose outcome is unknown. */
export const unknownOutcome: Record<Effect, Message> = {
  create: {
    message:
      'It is not known whether the conversation was created: the request may have arrived. It is not sent again automatically, because a second one would be billed.',
    hint: 'Look for a callback, or for the conversation in your own system or in the administration panel, before you create it again.',
  },
  delete: {
    message:
      'It is not known whether the request was carried out: it may have arrived. It is not sent again automatically.',
    hint: 'Refresh the conversation: its state shows whether it was done.',
  },
  submit: {
    message:
      'It is not known whether the page was submitted: the request may have arrived. It is not sent again automatically.',
    hint: 'Read the current step: it shows whether the flow continued.',
  },
};
