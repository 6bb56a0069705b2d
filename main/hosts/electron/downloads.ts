import type { Session } from 'electron';

/** Cancels every download started by a page: main saves files where the user chose. */
export function refuseDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}
