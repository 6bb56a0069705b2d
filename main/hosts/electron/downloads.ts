import type { Session } from 'electron';

/** Stops every download a page starts by itself: files are saved by main, where a person chose the place. */
export function refuseDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}
