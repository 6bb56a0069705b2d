import type { PowerMonitor } from 'electron';

/** How often Linux is asked whether its screen is locked, in milliseconds: it has no event for that. */
const askEveryMs = 5000;
/** Only needed by the question; whether somebody is idle is not of interest. Seconds. */
const idleThreshold = 60;

/**
 * Calls `mask` when the screen is locked and when the machine goes to sleep: whoever comes back need not be the same person.
 * `lock-screen` exists on macOS and Windows only (electron.d.ts, `PowerMonitor`).
 *
 * @returns how to stop
 */
export function watchScreenLock(
  powerMonitor: Pick<PowerMonitor, 'on' | 'off' | 'getSystemIdleState'>,
  platform: NodeJS.Platform,
  mask: () => void,
): () => void {
  powerMonitor.on('suspend', mask);
  powerMonitor.on('lock-screen', mask);
  let wasLocked = false;
  const timer =
    platform === 'linux'
      ? setInterval(() => {
          const isLocked = powerMonitor.getSystemIdleState(idleThreshold) === 'locked';
          if (isLocked && !wasLocked) {
            mask();
          }
          wasLocked = isLocked;
        }, askEveryMs).unref()
      : undefined;
  return () => {
    clearInterval(timer);
    powerMonitor.off('suspend', mask);
    powerMonitor.off('lock-screen', mask);
  };
}
