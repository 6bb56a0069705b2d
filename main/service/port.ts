import type { Readable } from 'node:stream';
import type { DeletionMode } from '../../preload/contract/deletion.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import type { CreateConversation } from '../../preload/contract/service/create.ts';
import type { DatabaseVerificationInfo } from '../../preload/contract/service/database-verification.ts';
import type { HeadlessPage } from '../../preload/contract/service/headless.ts';
import type { Metadata } from '../../preload/contract/service/metadata.ts';
import type { ReadingNotes } from '../../preload/contract/service/reading.ts';

/** A reply read liberally: what is known, how it was read, and the bytes as they came. */
export interface Reading<T> {
  value: T;
  notes: ReadingNotes;
  /** The reply's body, byte for byte; one in another charset than UTF-8 as UTF-8 (`notes.charset`). */
  raw: Uint8Array;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** For a caller that must know by which login a call went out, or decides at the last moment whether it does. */
export interface SendOptions extends CallOptions {
  /**
   * Called with the login of the API key each time the first byte is about to go out: for each attempt of a read, and again after
   * a 401 with a new token. Nothing goes out where it throws, and the call fails with what it threw.
   */
  beforeSend?: ((login: string | undefined) => void) | undefined;
}

/** A medium arriving (interface 4.5). The caller must read `body` to its end or destroy it. */
export interface MediaReply {
  /** 200, or 206 when a range was asked for and granted. */
  status: number;
  contentType: string;
  contentDisposition?: string;
  contentRange?: string;
  acceptRanges: boolean;
  /** Length of this body, where the service says it. */
  bytes?: number;
  requestId?: string;
  body: Readable;
}

/** The eight operations of section 4, in one environment. Each failure is a `Failure` with its code (interface 7). */
export interface ServiceClient {
  /** 4.1; never repeated by itself, since a second call is billed again. */
  createConversation(request: CreateConversation, options?: CallOptions): Promise<Reading<Conversation>>;
  /** 4.2 */
  readConversation(conversationId: string, options?: SendOptions): Promise<Reading<Conversation>>;
  /**
   * 4.3; sent once. Resolves with the status on 202 (an acceptance) and on any other 2xx. A failure after the request may have
   * left is `outcome-unknown`: the caller settles it by reading the conversation.
   */
  deleteConversation(
    conversationId: string,
    mode: DeletionMode,
    options?: SendOptions,
  ): Promise<{ status: number; requestId?: string }>;
  /** 4.4 */
  readMetadata(conversationId: string, options?: CallOptions): Promise<Reading<Metadata>>;
  /** 4.5; `range` is an HTTP Range header value such as `bytes=0-99`. */
  openMedia(
    conversationId: string,
    mediaId: string,
    options?: CallOptions & { range?: string },
  ): Promise<MediaReply>;
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
    args: Record<string, string>,
    userIp: string,
    options?: CallOptions,
  ): Promise<Reading<HeadlessPage>>;
  /** 4.8 */
  readDatabaseVerification(
    conversationId: string,
    options?: CallOptions,
  ): Promise<Reading<DatabaseVerificationInfo>>;
}

/** Finds the client of an environment; built once and rebuilt when the settings or credentials change. */
export interface Services {
  /** @throws Failure environment-not-found */
  client(environmentId: string): ServiceClient;
}
