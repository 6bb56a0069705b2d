import type { PowerMonitor } from 'electron';

/** The interval of polling for a locked screen on Linux, which has no event for that, in milliseconds. */
const askEveryMs = 5000;
/** Required by the API; whether the user is idle is not used. Seconds. */
const idleThreshold = 60;

/**
 * Calls `mask` when the screen is locked and when the machine goes to sleep, since another person may unlock it.
 * `lock-screen` exists on macOS and Windows only (electron.d.ts, `PowerMonitor`).
 *
 * @returns a function that stops watching
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
