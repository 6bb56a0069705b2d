import type { HeadlessExchange } from '../../../preload/contract/headless.ts';
import type { JsonValue } from '../../../preload/contract/json.ts';
import { isObject, omitUndefined } from '../../../preload/contract/objects.ts';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { stepKey } from '../../../preload/wording/headless-fields.ts';
import { Failure } from '../../common/failure.ts';
import type { Target } from '../../common/target.ts';
import type { Reading } from '../../service/port.ts';
import type { Flow } from './flow.ts';
import { kindOfValue, maskedFileName, maskedName, maskedPage, maskedRequestId } from './masking.ts';
import { fileText, type StagedFile } from './staged-file.ts';

/** An answer to the page that was read last. */
export interface Answer {
  /** The page's id. */
  next: string;
  args: Record<string, JsonValue>;
  /** Added files, with the field that each is for. */
  files: { name: string; fileId: string; form: 'base64' | 'data-url' }[];
  /** The environment's name as typed. */
  confirmation?: string | undefined;
}

/** A file that is part of an answer. */
export interface ChosenFile {
  name: string;
  file: StagedFile;
  form: 'base64' | 'data-url';
}

/** Returns the chosen files as values by field. */
export function fileValues(files: readonly ChosenFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ name, file, form }) => [name, fileText(file, form)]));
}

/** The most fields of an answer in the transcript. */
const maxListed = 200;

/** Returns the submitted values for the transcript: the kind of each value; files by type, size and digest. */
export function sentValues(
  args: Record<string, JsonValue>,
  files: readonly ChosenFile[],
  flow: Flow,
): HeadlessExchange['sent'] {
  return [
    ...Object.entries(args)
      .slice(0, maxListed)
      .map(([name, value]) => ({
        name: maskedName(name, flow.values),
        value: kindOfValue(value, flow.offers(name, value)),
      })),
    ...files.map(({ name, file: { view } }) => ({
      name: maskedName(name, flow.values),
      file: {
        fileName: maskedFileName(view.fileName),
        type: view.type ?? 'unknown',
        bytes: view.bytes,
        sha256: view.sha256,
      },
    })),
  ];
}

/** Returns the outcome of an answer from the page in its response: a page with errors refuses it (interface 7.3, point 7). */
export function outcomeOf(response: HeadlessPage, page: HeadlessPage): 'accepted' | 'refused' | 'same' {
  if ((page.errors ?? []).length > 0) {
    return 'refused';
  }
  return stepKey(page) === stepKey(response) ? 'same' : 'accepted';
}

/** Returns a response as the transcript has it. */
export function responseOf({ value, notes }: Reading<HeadlessPage>, flow: Flow) {
  return {
    status: 200,
    ms: notes.ms,
    ...omitUndefined({ requestId: notes.requestId && maskedRequestId(notes.requestId, flow.values) }),
    response: maskedPage(value, flow.values, (next) => flow.pageName(next)),
  };
}

/** Returns the path of the headless operations (interface 4.6), with the conversation id. */
export function pathOf({ conversationId }: Target): string {
  return `/api/conversations/${encodeURIComponent(conversationId)}/headless`;
}

/** Reads the values that a JSON text holds, by field. @throws Failure invalid-input */
export function readValues(json: string): Record<string, JsonValue> {
  const value = attempt((): unknown => JSON.parse(json));
  if (!isObject(value)) {
    throw new Failure({
      code: 'invalid-input',
      message: 'The answer is not a JSON object. Nothing was sent.',
    });
  }
  return value as Record<string, JsonValue>;
}

/** Returns the failure of an answer to another page than the current one. */
export function outdatedFailure(): Failure {
  return new Failure({
    code: 'step-outdated',
    message: 'This is not the current page of the flow. Nothing was sent.',
    hint: 'Read the current page, then answer that one.',
  });
}
