import type { Envelope } from '../../preload/contract/envelope.ts';

/** Answers that the page's end of the bridge gives by itself. */

export const lost: Envelope = {
  ok: false,
  error: {
    code: 'connection-lost',
    message: 'This window lost its connection to the console, so the outcome is unknown.',
    hint: 'It reconnects by itself. If it does not, the console has stopped: start it again and open the address it prints.',
    retryable: true,
  },
};

export const replaced: Envelope = {
  ok: false,
  error: {
    code: 'connection-lost',
    message:
      'This window’s console has stopped, and another program now answers at its address. Nothing was sent to it.',
    hint: 'Close this window. Start the console again and open the address it prints.',
    retryable: false,
  },
};

export const tooLarge: Envelope = {
  ok: false,
  error: {
    code: 'invalid-input',
    message: 'Too large: the limit is 64 MiB.',
    retryable: false,
  },
};

export const usedTwice: Envelope = {
  ok: false,
  error: { code: 'invalid-input', message: 'The same call id was used twice.', retryable: false },
};

export const cancelled: Envelope = {
  ok: false,
  error: { code: 'cancelled', message: 'Cancelled before it started.', retryable: true },
};
