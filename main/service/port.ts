import type { Readable } from 'node:stream';
import type { AttemptProgress } from '../../preload/contract/attempt.ts';
import type { DeletionMode } from '../../preload/contract/deletion.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import type { CreateConversation } from '../../preload/contract/service/create.ts';
import type { DatabaseVerificationInfo } from '../../preload/contract/service/database-verification.ts';
import type { HeadlessPage } from '../../preload/contract/service/headless.ts';
import type { Metadata } from '../../preload/contract/service/metadata.ts';
import type { ReadingNotes } from '../../preload/contract/service/reading.ts';

/** A leniently parsed response: its known members, notes on the parsing, and the bytes as received. */
export interface Reading<T> {
  value: T;
  notes: ReadingNotes;
  /** The response's body byte for byte; converted to UTF-8 from another charset (`notes.charset`). */
  raw: Uint8Array;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** A read that fails is not repeated: the caller does that itself, for many reads together. */
  withoutRetry?: boolean | undefined;
  /** Called before each attempt of a read, and before the pause after one that failed. */
  onAttempt?: ((progress: AttemptProgress) => void) | undefined;
}

/** For a caller that needs the login of a call, or decides at the last moment whether it is sent. */
export interface SendOptions extends CallOptions {
  /**
   * Called with the login of the API key each time before the first byte is sent: for each attempt of a read, and again
   * after a 401 with a new token. When it throws, nothing is sent and the call fails with that error.
   */
  beforeSend?: ((login: string | undefined) => void) | undefined;
  /**
   * Sends a DELETE over a persistent connection, for many in a row. One that the service has just closed looks like one that broke after
   * the request was carried out, so only for a caller that reads the conversation before it sends again.
   */
  keepAlive?: boolean | undefined;
}

/** A medium that is being received (interface 4.5). The caller must read `body` to its end or destroy it. */
export interface MediaContent {
  /** 200, or 206 for a requested range. */
  status: number;
  contentType: string;
  contentDisposition?: string;
  contentRange?: string;
  acceptRanges: boolean;
  /** Length of this body, if known. */
  bytes?: number;
  requestId?: string;
  body: Readable;
}

/** The eight operations of section 4, and the extension that ends AML monitoring (field notes), in one environment. Each failure is a `Failure` with its code (interface 7). */
export interface ServiceClient {
  /** 4.1; never repeated automatically, since a second call is billed again. */
  createConversation(request: CreateConversation, options?: CallOptions): Promise<Reading<Conversation>>;
  /** 4.2 */
  readConversation(conversationId: string, options?: SendOptions): Promise<Reading<Conversation>>;
  /**
   * 4.3; sent once. Resolves with the status on 202 (an acceptance) and on any other 2xx. A failure after the request
   * may have been sent is `outcome-unknown`: the caller then reads the conversation.
   */
  deleteConversation(
    conversationId: string,
    mode: DeletionMode,
    options?: SendOptions,
  ): Promise<{ status: number; requestId?: string }>;
  /** Returns the extension that ends AML monitoring (field notes), in environments that have it; sent once, as a deletion. */
  endMonitoring(
    conversationId: string,
    options?: SendOptions,
  ): Promise<{ status: number; requestId?: string }>;
  /** 4.4 */
  readMetadata(conversationId: string, options?: CallOptions): Promise<Reading<Metadata>>;
  /** 4.5; `range` is an HTTP Range header value such as `bytes=0-99`. */
  openMedia(
    conversationId: string,
    mediaId: string,
    options?: CallOptions & { range?: string },
  ): Promise<MediaContent>;
  /** 4.6 */
  readHeadlessPage(
    conversationId: string,
    userIp: string,
    options?: CallOptions,
  ): Promise<Reading<HeadlessPage>>;
  /** 4.7 */
  submitHeadlessPage(
    conversationId: string,
    next: string,
    args: Record<string, JsonValue>,
    userIp: string,
    options?: CallOptions,
  ): Promise<Reading<HeadlessPage>>;
  /** 4.8 */
  readDatabaseVerification(
    conversationId: string,
    options?: CallOptions,
  ): Promise<Reading<DatabaseVerificationInfo>>;
}

/** Provides the client of an environment; built once and rebuilt when the settings or credentials change. */
export interface Services {
  /** @throws Failure environment-not-found */
  client(environmentId: string): ServiceClient;
}
