import type { HeadlessExchange } from '../../preload/contract/headless.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { HeadlessPage } from '../../preload/contract/service/headless.ts';
import { Failure } from '../failure.ts';
import type { Reading } from '../service/port.ts';
import { maskedPage, maskedValue } from './masking.ts';
import type { Run } from './run.ts';
import { fileText, type StagedFile } from './staged-file.ts';

/** A conversation of an environment. */
export interface Target {
  environmentId: string;
  conversationId: string;
}

/** An answer to the page that was read last. */
export interface Answer {
  /** The page's id. */
  next: string;
  args: Record<string, JsonValue>;
  /** Added files, by field. */
  files: Record<string, { fileId: string; form: 'base64' | 'data-url' }>;
  /** The environment's name as typed. */
  confirmation?: string | undefined;
}

/** A file that is part of an answer. */
export interface ChosenFile {
  name: string;
  file: StagedFile;
  form: 'base64' | 'data-url';
}

/** The chosen files as values by field. */
export function fileValues(files: readonly ChosenFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ name, file, form }) => [name, fileText(file, form)]));
}

/** What is submitted, as the transcript has it: values masked, files by name, size and digest. */
export function sentValues(
  args: Record<string, JsonValue>,
  files: readonly ChosenFile[],
): HeadlessExchange['sent'] {
  return [
    ...Object.entries(args).map(([name, value]) => ({ name, value: maskedValue(value) })),
    ...files.map(({ name, file: { view } }) => ({
      name,
      file: {
        fileName: view.fileName,
        type: view.type ?? 'unknown',
        bytes: view.bytes,
        sha256: view.sha256,
      },
    })),
  ];
}

/** A page with errors was refused (interface 7.3, point 7). */
export function outcomeOf(next: string, page: HeadlessPage): 'accepted' | 'refused' | 'same' {
  if ((page.errors ?? []).length > 0) {
    return 'refused';
  }
  return page.next === next ? 'same' : 'accepted';
}

/** A reply as the transcript has it. */
export function replyOf({ value, notes }: Reading<HeadlessPage>, run: Run) {
  return {
    status: 200,
    ms: notes.ms,
    ...omitUndefined({ requestId: notes.requestId }),
    reply: maskedPage(value, run.values),
  };
}

/** The path of the headless operations (interface 4.6), with the conversation id. */
export function pathOf({ conversationId }: Target): string {
  return `/api/conversations/${encodeURIComponent(conversationId)}/headless`;
}

/** The failure of an answer to another page than the current one. */
export function outdated(): Failure {
  return new Failure({
    code: 'step-outdated',
    message: 'This is not the current page of the flow. Nothing was sent.',
    hint: 'Read the current page, then answer that one.',
  });
}
