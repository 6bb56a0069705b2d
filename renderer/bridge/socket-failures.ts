import type { Envelope } from '../../preload/contract/envelope.ts';

/** Answers that the page's end of the bridge gives by itself. */

export const lost: Envelope = {
  ok: false,
  error: {
    code: 'connection-lost',
    message: 'This window lost its connection to the console, so the outcome is unknown.',
    hint: 'Reload the page. If it does not load, the console has stopped: start it again and open the address it prints.',
    retryable: true,
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
