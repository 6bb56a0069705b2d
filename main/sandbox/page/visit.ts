import { randomBytes } from 'node:crypto';
import { type Conversation, fillAddress, isFinal } from '../conversation.ts';
import { Refusal } from '../server/errors.ts';
import { isLocal } from '../server/origin.ts';
import { bytesReply, emptyReply, type Reply } from '../server/reply.ts';
import { mediaTypeOf, type SandboxRequest } from '../server/request.ts';
import type { Parameters } from '../server/routing.ts';
import { finishConversation, startConversation } from '../transitions.ts';
import type { World } from '../world.ts';
import { readEnding } from './choices.ts';
import { choicePage, messagePage } from './page.ts';

/** GET of a conversation's `url`: the end user opens it. One that is over redirects to returnUrl (interface 3.1). */
export function visitConversation(world: World, _call: SandboxRequest, parameters: Parameters): Reply {
  const conversation = world.conversations.get(parameters.get('conversationId'));
  if (conversation === undefined) {
    return htmlReply(404, messagePage, 'This conversation does not exist.');
  }
  if (conversation.gone) {
    return htmlReply(410, messagePage, 'This conversation is no longer available.');
  }
  if (isFinal(conversation)) {
    return redirect(conversation);
  }
  startConversation(conversation);
  const destination = URL.parse(returnAddress(conversation))?.origin;
  return htmlReply(200, choicePage, conversation, destination);
}

/** POST of the page's form: the user ends the conversation as chosen, and is sent to returnUrl. */
export async function endByUser(
  world: World,
  request: SandboxRequest,
  parameters: Parameters,
): Promise<Reply> {
  if (!isLocal(request, world.baseUrl)) {
    throw new Refusal(403, 'The form must be sent from this page');
  }
  if (mediaTypeOf(request.headers['content-type']) !== 'application/x-www-form-urlencoded') {
    throw new Refusal(400, 'The form is expected as application/x-www-form-urlencoded');
  }
  const form = new URLSearchParams(await request.text());
  const conversation = world.conversations.get(parameters.get('conversationId'));
  if (conversation === undefined) {
    return htmlReply(404, messagePage, 'This conversation does not exist.');
  }
  if (conversation.gone) {
    return htmlReply(410, messagePage, 'This conversation is no longer available.');
  }
  if (!isFinal(conversation)) {
    finishConversation(world, conversation, readEnding(form));
  }
  return redirect(conversation);
}

/** Returns the returnUrl of the seeded conversations: a page with a message. */
export function visitReturn(): Reply {
  return htmlReply(200, messagePage, 'This is the return address. The conversation has ended.');
}

function redirect(conversation: Conversation): Reply {
  return emptyReply(303, {
    location: new URL(returnAddress(conversation)).href,
    'cache-control': 'no-store',
  });
}

function returnAddress({ id, returnUrl }: Conversation): string {
  return fillAddress(returnUrl, { conversationId: id });
}

function htmlReply<Content extends unknown[]>(
  status: number,
  write: (nonce: string, ...content: Content) => string,
  ...content: Content
): Reply {
  const nonce = randomBytes(16).toString('base64');
  // After the form the browser is sent to returnUrl, and `form-action` covers that redirect too, so any http address is allowed.
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'`;
  return bytesReply(status, Buffer.from(write(nonce, ...content)), 'text/html; charset=utf-8', {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // Not no-referrer: with it a browser sends the form with `Origin: null`, which says nothing about the sender.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
}
