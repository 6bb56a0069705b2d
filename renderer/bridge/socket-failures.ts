import type { Envelope } from '../../preload/contract/envelope.ts';

/** What the page's end of the bridge answers by itself. */

export const lost: Envelope = {
  ok: false,
  error: {
    code: 'connection-lost',
    message: 'The window lost its connection to the console, so the outcome of this is not known here.',
    hint: 'It connects again by itself. If it does not, the console was stopped: start it again and open the address it prints.',
    retryable: true,
  },
};

export const replaced: Envelope = {
  ok: false,
  error: {
    code: 'connection-lost',
    message:
      'The console of this window has ended, and another program answers at its address. Nothing was sent to it.',
    hint: 'Close this window. Start the console again and open the address it prints.',
    retryable: false,
  },
};

export const tooLarge: Envelope = {
  ok: false,
  error: {
    code: 'invalid-input',
    message: 'Too large to be handed over in one piece: the limit is 64 MiB.',
    retryable: false,
  },
};

export const usedTwice: Envelope = {
  ok: false,
  error: { code: 'invalid-input', message: 'A call id used twice.', retryable: false },
};

export const cancelled: Envelope = {
  ok: false,
  error: { code: 'cancelled', message: 'Cancelled before it began.', retryable: true },
};
