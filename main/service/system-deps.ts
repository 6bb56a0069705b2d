import { setTimeout as after } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { cancelledFailure } from '../failure.ts';
import { readBoundedFile } from '../read-bounded-file.ts';
import { Redaction } from '../redaction.ts';

/** The most bytes of a file that settings name, such as certificates: the largest collections in use are below 300 kB. */
const maxNamedFile = 1024 * 1024;

/** What the service client needs of the world around it; tests pass their own clock, dice and files. */
export interface SystemDeps {
  /** The proxy the system uses for an address: `http://host:port`, or undefined for none. */
  systemProxy(url: string): Promise<string | undefined>;
  /** A file that settings name. @throws UnfitFile where it is no regular file or too long, and what the file system throws */
  readFile(path: string): Promise<Uint8Array>;
  /** Milliseconds since the UNIX epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back and is not set by anybody; only differences mean something. */
  elapsed(): number;
  /** For the User-Agent header, such as `Assay/1.2.3`: firewalls often refuse requests without one (field notes). */
  userAgent: string;
  /** Knows the secrets in use and takes them out of what the service says. */
  redaction: Redaction;
  /** From 0 to 1, for jitter. */
  random(): number;
  /** @throws Failure cancelled when `signal` is aborted before the time is over. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The real ones. */
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
