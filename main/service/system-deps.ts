import { setTimeout as after } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { cancelledFailure } from '../common/failure.ts';
import { readBoundedFile } from '../common/read-bounded-file.ts';
import { Redaction } from '../common/redaction.ts';

/** The largest file that settings may name, such as certificates, in bytes: the largest collections in use are below 300 kB. */
const maxNamedFile = 1024 * 1024;

/** Dependencies of the service client on the system; tests pass their own clock, random numbers and files. */
export interface SystemDeps {
  /** Returns the system's proxy for an address: `http://host:port`, or undefined for none. */
  systemProxy(url: string): Promise<string | undefined>;
  /** Reads a file that settings name. @throws UnfitFile when it is not a regular file or too long, and errors of the file system */
  readFile(path: string): Promise<Uint8Array>;
  /** Milliseconds since the UNIX epoch. */
  now(): number;
  /** Milliseconds on a monotonic clock; only differences are meaningful. */
  elapsed(): number;
  /** For the User-Agent header, such as `Assay/1.2.3`: firewalls often refuse requests without one (field notes). */
  userAgent: string;
  /** Removes the secrets in use from what the service sends. */
  redaction: Redaction;
  /** Returns a number from 0 to 1, for jitter. */
  random(): number;
  /** @throws Failure cancelled when `signal` is aborted before the time is over */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Returns the real implementations. */
export function systemDeps(systemProxy: SystemDeps['systemProxy'], redaction = new Redaction()): SystemDeps {
  return {
    systemProxy,
    redaction,
    readFile: (path) => readBoundedFile(path, maxNamedFile),
    now: () => Date.now(),
    elapsed: () => performance.now(),
    userAgent: `Assay/${packageFile.version}`,
    random: () => Math.random(),
    async sleep(ms, signal) {
      try {
        await after(ms, undefined, signal ? { signal } : {});
      } catch {
        throw cancelledFailure();
      }
    },
  };
}
