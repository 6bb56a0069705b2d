import { ConsoleKey } from '../../../../../main/features/records/console-key/console-key.ts';

interface SessionKeyOptions {
  dataDir: string;
  isSessionOnly?: boolean;
  now?: () => number;
  log?: (error: unknown) => void;
}

/** A signing key of the console without a keychain. */
export function sessionKey({
  dataDir,
  isSessionOnly = true,
  now = Date.now,
  log = () => undefined,
}: SessionKeyOptions): ConsoleKey {
  return new ConsoleKey({
    dataDir,
    keychain: {
      get: async () => undefined,
      set: async () => undefined,
      state: async () => ({ state: 'absent' }),
    },
    isSessionOnly: () => isSessionOnly,
    now,
    log,
  });
}
