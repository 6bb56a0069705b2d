import { randomBytes } from 'node:crypto';
import type { FileToSave } from '../host.ts';

/** How long a download address waits to be used, in milliseconds. */
const lifetimeMs = 60_000;
/** The most addresses waiting at once; the oldest goes first. */
const mostWaiting = 100;

/** Files on their way to the person, each behind an address that works once and not for long. */
export interface Downloads {
  /** Takes a file in; gives the path of its address. */
  offer(file: FileToSave): string;
  /** Gives the file of a token out and forgets it. */
  take(token: string): FileToSave | undefined;
}

/** @param now milliseconds, monotonic */
export function createDownloads(now: () => number): Downloads {
  const waiting = new Map<string, { file: FileToSave; until: number }>();
  return {
    offer(file) {
      for (const [token, { until }] of waiting) {
        if (until <= now() || waiting.size >= mostWaiting) waiting.delete(token);
      }
      const token = randomBytes(32).toString('base64url');
      waiting.set(token, { file, until: now() + lifetimeMs });
      return `/download/${token}`;
    },
    take(token) {
      const entry = waiting.get(token);
      waiting.delete(token);
      return entry !== undefined && entry.until > now() ? entry.file : undefined;
    },
  };
}

/** `content-disposition` for a safe file name in any script (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
