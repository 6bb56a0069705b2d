import type { AttemptProgress } from '../../../preload/contract/attempt.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { HeadlessFlow, HeadlessResult, HeadlessView } from '../../../preload/contract/headless.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { Draft } from './draft.ts';

/** The conversation beside its flow, as it was read last. */
export interface ConversationBeside {
  conversation: Conversation | undefined;
  /** Milliseconds since the epoch; undefined until it was read, or when none is due. */
  readAt: number | undefined;
  nextAt: number | undefined;
  /** The changes by the last answer, as sentences. */
  changes: readonly string[];
  failure: FailureView | undefined;
}

export interface HeadlessState {
  environmentId: string | undefined;
  conversationId: string | undefined;
  /** Flows that can be continued; undefined until read. */
  flows: readonly HeadlessFlow[] | undefined;
  /** Undefined before the first step was read. */
  view: HeadlessView | undefined;
  draft: Draft;
  busy: 'open' | 'read' | 'submit' | 'file' | undefined;
  progress: AttemptProgress | undefined;
  failure: FailureView | undefined;
  outcome: HeadlessResult['outcome'];
  settled: HeadlessResult['settled'];
  /** Problems of chosen files, by field. */
  fileProblems: ReadonlyMap<string, string>;
  /** The chosen files, by their id, for previews. */
  chosen: ReadonlyMap<string, File>;
  beside: ConversationBeside;
  open(environmentId: string, conversationId: string | undefined): Promise<void>;
  /** Reads the current step; `userIp` begins the flow or changes its address. */
  read(userIp?: string): Promise<void>;
  changeValue(name: string, value: string): void;
  changeForm(form: Draft['form']): void;
  changeJson(json: string): void;
  changeFileForm(form: Draft['fileForm']): void;
  addFile(name: string, file: File, accept: readonly string[], maxBytes: number | undefined): Promise<void>;
  removeFile(fileId: string): Promise<void>;
  /** Sends the answer, once. */
  submit(confirmation?: string): Promise<void>;
  /** Cancels the request under way. An answer that may have been sent then has an unknown outcome. */
  stop(): void;
  readConversation(): Promise<void>;
  /** Removes the flow; returns false if that failed. `unsettled`: also where the outcome of the last answer is not known. */
  forget(unsettled: boolean): Promise<boolean>;
  /** Called when the environment is left. */
  leave(): void;
}
