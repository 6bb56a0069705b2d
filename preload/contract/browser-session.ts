// zod/mini, because the page needs this before it shows anything.
import * as z from 'zod/mini';

/**
 * The first message of a page on its socket, as text. `entry` is the one-time token of the printed address; `session` is
 * the page's own secret, 256 random bits in hexadecimal, which it keeps in the storage of its tab. The entry makes it the
 * session of this host; the session alone is enough to load the page again.
 */
export const pageEntry = z.object({
  session: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  entry: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
});
export type PageEntry = z.infer<typeof pageEntry>;

/** Main's reply, as text. Every other message on the socket is a frame (binary). */
export const admitted = 'admitted';
/** The longest `pageEntry`, in bytes. */
export const maxEntryBytes = 1024;
/** The close code for a page that is not admitted (RFC 6455, 7.4.2). */
export const notAdmitted = 4401;
/** The fragment of a window that receives its token from the host that opened it. */
export const waitingFragment = '#waiting';
