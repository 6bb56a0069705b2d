import { randomUUID } from 'node:crypto';
import { type Conversation, conversationInformation } from '../conversation.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { personFor } from '../people.ts';
import { productResult } from '../products.ts';
import { badRequest, Refusal } from '../server/errors.ts';
import { mediaTypeOf, type SandboxRequest } from '../server/request.ts';
import { jsonResponse, type SandboxResponse } from '../server/response.ts';
import { permitStrategy } from '../strategy.ts';
import type { World } from '../world.ts';
import { type Creation, readCreation } from './creation.ts';
import { argsShapeOf } from './headless-flows.ts';

/** The most conversations; more are answered with 402, so that a sandbox that is left running stays bounded. */
const maxConversations = 2000;

/** POST /api/conversations (interface 4.1). */
export async function createConversation(world: World, request: SandboxRequest): Promise<SandboxResponse> {
  const type = mediaTypeOf(request.headers['content-type']);
  if (type !== world.mediaType && type !== 'application/json') {
    throw badRequest(`Content-Type must be ${world.mediaType} or application/json`, [
      { field: 'Content-Type', message: `must be ${world.mediaType}` },
    ]);
  }
  const { creation, violations } = readCreation(await readObject(request), world.production);
  if (violations.length > 0) {
    throw badRequest('The request is not valid', violations);
  }
  permitStrategy(creation.strategy);
  if (world.conversations.size >= maxConversations) {
    throw new Refusal(402, 'The sandbox is full');
  }
  const conversation = newConversation(creation, new Date(world.clock.now()).toISOString());
  world.conversations.set(conversation.id, conversation);
  return jsonResponse(200, conversationInformation(conversation, world.baseUrl), world.mediaType);
}

/**
 * Reads the body as a JSON object; 400 when it is anything else (interface 7.3).
 * @param empty the text that an empty body stands for
 */
export async function readObject(
  request: SandboxRequest,
  { maxBytes, empty = '' }: { maxBytes?: number; empty?: string } = {},
): Promise<JsonObject> {
  let value: Json;
  try {
    const text = await request.text(maxBytes);
    value = JSON.parse(text.trim() === '' ? empty : text);
  } catch (error) {
    if (error instanceof Refusal) {
      throw error;
    }
    throw badRequest('The body is not valid JSON');
  }
  if (!isObject(value)) {
    throw badRequest('The body must be a JSON object');
  }
  return value;
}

function newConversation(creation: Creation, now: string): Conversation {
  // Random, not seeded: an id from before a restart must not name another conversation after it.
  const id = randomUUID();
  const inProgress = (productQuery: Json | undefined) => ({
    person: personFor(id),
    causes: [],
    found: [],
    requested: isObject(productQuery) ? productQuery : {},
    now,
  });
  return {
    ...creation,
    id,
    title: `Created for ${creation.userKey}`,
    shapes: { metadata: 'media', headlessArgs: argsShapeOf(creation.strategy) },
    status: 'CREATED',
    result: Object.fromEntries(
      Object.entries(creation.query).map(([name, productQuery]) => [
        name,
        productResult(name, 'IN_PROGRESS', inProgress(productQuery)),
      ]),
    ),
    info: [],
    media: [],
    sources: [],
    unknown: {},
    headless: { step: 0, entered: {} },
    gone: false,
  };
}
