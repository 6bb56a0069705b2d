import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { type Conversation, isFinal } from '../conversation.ts';
import { isObject, type JsonObject } from '../json.ts';
import { badRequest, notFound } from '../server/errors.ts';
import { mediaTypeOf, type SandboxRequest } from '../server/request.ts';
import { jsonResponse, type SandboxResponse } from '../server/response.ts';
import type { Parameters } from '../server/routing.ts';
import { finishConversation, startConversation } from '../transitions.ts';
import type { World } from '../world.ts';
import { readObject } from './create.ts';
import { findConversation } from './find-conversation.ts';
import { flowOf } from './headless-flows.ts';
import { type FieldError, fieldErrors } from './headless-steps.ts';

/** GET .../headless (interface 4.6): the current page. */
export function readHeadless(world: World, request: SandboxRequest, parameters: Parameters): SandboxResponse {
  requireUserAddress(request);
  const conversation = findConversation(world, parameters, 404);
  return jsonResponse(200, pageOf(conversation), world.mediaType);
}

/** The longest submission, in bytes: files are sent in it as base64. */
const maxSubmission = 32 * 1024 * 1024;

/** The most that is kept of an entered value, in characters. */
const maxKept = 1000;

/** POST .../headless/{next} (interface 4.7): the next page, or the same one with its invalid fields. */
export async function submitHeadless(
  world: World,
  request: SandboxRequest,
  parameters: Parameters,
): Promise<SandboxResponse> {
  requireUserAddress(request);
  const type = mediaTypeOf(request.headers['content-type']);
  if (type !== 'application/json' && type !== world.mediaType) {
    throw badRequest('Content-Type must be application/json');
  }
  const fieldValues = enteredValues(await readObject(request, { maxBytes: maxSubmission }));
  const conversation = findConversation(world, parameters, 404);
  const step = flowOf(conversation)[conversation.headless.step];
  if (step === undefined || isFinal(conversation) || parameters.next !== nextOf(conversation)) {
    throw notFound('There is no such page, or it has been answered already');
  }
  startConversation(conversation);
  const errors = fieldErrors(step, fieldValues);
  if (errors.length > 0) {
    return jsonResponse(200, pageOf(conversation, errors), world.mediaType);
  }
  const { headless } = conversation;
  const values = Object.entries(fieldValues).map(([name, value]) => [name, value.slice(0, maxKept)]);
  conversation.headless = {
    step: headless.step + 1,
    entered: { ...headless.entered, ...Object.fromEntries(values) },
  };
  if (flowOf(conversation)[conversation.headless.step] === undefined) {
    finishConversation(
      world,
      conversation,
      fieldValues.consent === 'yes' ? { kind: 'well' } : { kind: 'canceled' },
    );
  }
  return jsonResponse(200, pageOf(conversation, []), world.mediaType);
}

/** X-User-IP is required and must be an address (interface 7.3). */
function requireUserAddress(request: SandboxRequest): void {
  const address = request.headers['x-user-ip'];
  if (address === undefined || address === '') {
    throw badRequest('Required header X-User-IP is missing', [{ field: 'X-User-IP', message: 'is missing' }]);
  }
  if (isIP(String(address)) === 0) {
    throw badRequest('Header X-User-IP is not an IP address', [
      { field: 'X-User-IP', message: 'must be an IP address' },
    ]);
  }
}

/** Returns the submitted values: under `args` as in the field, or plain. */
function enteredValues(body: JsonObject): Record<string, string> {
  const values = isObject(body.args) ? body.args : body;
  const fieldValues: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') {
      throw badRequest('Entered values are strings', [
        { field: name.slice(0, 100), message: 'must be a string' },
      ]);
    }
    fieldValues[name] = value;
  }
  return fieldValues;
}

/** Returns the page as responses carry it (interface 2.4); the last one has no fields. */
function pageOf(conversation: Conversation, errors?: readonly FieldError[]): JsonObject {
  const step = isFinal(conversation) ? undefined : flowOf(conversation)[conversation.headless.step];
  if (step === undefined) {
    return { component: 'CONVERSATION/END', next: '', args: [] };
  }
  return {
    component: step.component,
    next: nextOf(conversation),
    args: conversation.shapes.headlessArgs === 'array' ? Object.keys(step.fields) : { ...step.hints },
    ...(errors === undefined ? {} : { errors: errors.map(({ field, code }) => ({ field, code })) }),
  };
}

/** Returns the id of a page, different for each page of each conversation, so that an old page cannot be answered twice. */
function nextOf({ id, headless }: Conversation): string {
  return createHash('sha256').update(`${id} page ${headless.step}`).digest('hex').slice(0, 16);
}
