import { randomBytes } from 'node:crypto';
import { type Conversation, fillAddress, isFinal } from '../conversation.ts';
import type { Ending } from '../endings.ts';
import { Refusal } from '../server/errors.ts';
import { isLocal } from '../server/origin.ts';
import { mediaTypeOf, type SandboxRequest } from '../server/request.ts';
import { bytesResponse, emptyResponse, type SandboxResponse } from '../server/response.ts';
import type { Parameters } from '../server/routing.ts';
import { finishConversation, startConversation } from '../transitions.ts';
import type { World } from '../world.ts';

/** Causes to choose from on the page: at least one of every group (field notes, "Cause codes"). */
const causes = [
  'SCAN_DOCUMENT_TOO_BLURRY',
  'SCAN_FACE_NOT_DETECTED',
  'SCAN_DOCUMENT_MRZ_READ_FAILED',
  'SCAN_DOCUMENT_EXPIRED',
  'SCAN_DOCUMENT_PROBABLY_FAKE',
  'SCAN_FACE_MISMATCH',
  'ABANDONED',
  'TOO_MANY_ATTEMPTS',
  'INSUFFICIENT_AGE',
  'NO_IDENTITY_FOUND',
  'PROVIDER_UNAVAILABLE',
  'MANUAL_OPERATION_REQUIRED',
  'FRAUD_SUSPICION',
] as const;

const lists = ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA', 'SIP', 'OTHER'];

/** GET of a conversation's `url`: the end user opens it. One that is over redirects to returnUrl (interface 3.1). */
export function visitConversation(
  world: World,
  _call: SandboxRequest,
  parameters: Parameters,
): SandboxResponse {
  const conversation = world.conversations.get(parameters.conversationId);
  if (conversation === undefined) {
    return htmlResponse(404, messagePage, 'This conversation does not exist.');
  }
  if (conversation.gone) {
    return htmlResponse(410, messagePage, 'This conversation is no longer available.');
  }
  if (isFinal(conversation)) {
    return redirect(conversation);
  }
  startConversation(conversation);
  const destination = URL.parse(returnAddress(conversation))?.origin;
  return htmlResponse(200, choicePage, conversation, destination);
}

/** POST of the page's form: the user ends the conversation as chosen, and is sent to returnUrl. */
export async function endByUser(
  world: World,
  request: SandboxRequest,
  parameters: Parameters,
): Promise<SandboxResponse> {
  if (!isLocal(request, world.baseUrl)) {
    throw new Refusal(403, 'The form must be sent from this page');
  }
  if (mediaTypeOf(request.headers['content-type']) !== 'application/x-www-form-urlencoded') {
    throw new Refusal(400, 'The form is expected as application/x-www-form-urlencoded');
  }
  const form = new URLSearchParams(await request.text());
  const conversation = world.conversations.get(parameters.conversationId);
  if (conversation === undefined) {
    return htmlResponse(404, messagePage, 'This conversation does not exist.');
  }
  if (conversation.gone) {
    return htmlResponse(410, messagePage, 'This conversation is no longer available.');
  }
  if (!isFinal(conversation)) {
    finishConversation(world, conversation, readEnding(form));
  }
  return redirect(conversation);
}

/** Returns the returnUrl of the seeded conversations: a page with a message. */
export function visitReturn(): SandboxResponse {
  return htmlResponse(200, messagePage, 'This is the return address. The conversation has ended.');
}

function redirect(conversation: Conversation): SandboxResponse {
  return emptyResponse(303, {
    location: new URL(returnAddress(conversation)).href,
    'cache-control': 'no-store',
  });
}

function returnAddress({ id, returnUrl }: Conversation): string {
  return fillAddress(returnUrl, { conversationId: id });
}

function htmlResponse<Content extends unknown[]>(
  status: number,
  write: (nonce: string, ...content: Content) => string,
  ...content: Content
): SandboxResponse {
  const nonce = randomBytes(16).toString('base64');
  // After the form the browser is sent to returnUrl, and `form-action` covers that redirect too, so any http address is allowed.
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'`;
  return bytesResponse(status, Buffer.from(write(nonce, ...content)), 'text/html; charset=utf-8', {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // Not no-referrer: with it a browser sends the form with `Origin: null`, which says nothing about the sender.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
}

/** Returns the page where a person plays the end user. */
function choicePage(nonce: string, conversation: Conversation, destination: string | undefined): string {
  const products = Object.keys(conversation.query);
  const hit = products.includes('aml')
    ? `<fieldset><legend>AML hit</legend><p>All data is obtained, and the user is found on:</p><div class="row">${lists.map((list) => `<label><input type="checkbox" name="found" value="${list}"> ${list}</label>`).join('')}</div><button name="ending" value="hit">Finish with a hit</button></fieldset>`
    : '';
  return frame(
    nonce,
    'End user simulation',
    `<p class="lead">You act as the person being verified. Choose the outcome of this conversation.</p>
<dl><dt>Conversation</dt><dd><code>${escapeHtml(conversation.id)}</code></dd><dt>Products</dt><dd>${products.map(escapeHtml).join(', ')}</dd><dt>Returns to</dt><dd>${escapeHtml(destination ?? 'none')}</dd></dl>
<form method="post">
<fieldset><legend>Success</legend><p>All requested data is obtained.</p><button name="ending" value="well" class="main">Finish</button></fieldset>
<fieldset><legend>Partial result or failure</legend><p><label for="cause">Cause</label> <select id="cause" name="cause">${causes.map((cause) => `<option>${cause}</option>`).join('')}</select></p><div class="row"><button name="ending" value="part">Finish with partial result</button><button name="ending" value="failed">Finish with failure</button></div></fieldset>
${hit}
<fieldset><legend>Cancellation</legend><p>The user cancels the process.</p><button name="ending" value="canceled">Cancel</button></fieldset>
</form>`,
  );
}

/** Returns a page that only shows a message. */
function messagePage(nonce: string, message: string): string {
  return frame(nonce, 'Sandbox', `<p class="lead">${escapeHtml(message)}</p><p>You may close this page.</p>`);
}

const pageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
header { padding: 0.6rem 1.5rem; background: #6b4bb8; color: #fff; font-weight: 600; }
main { max-width: 38rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 0.5rem; }
.lead { font-size: 1.1rem; margin-top: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; overflow-wrap: anywhere; }
dt { opacity: 0.75; } dd { margin: 0; }
fieldset { border: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); border-radius: 8px; margin: 1rem 0; padding: 0.5rem 1rem 1rem; }
legend { font-weight: 600; padding: 0 0.4rem; } fieldset p { margin: 0 0 0.75rem; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin-bottom: 0.75rem; } .row:last-child { margin-bottom: 0; }
button, select { font: inherit; padding: 0.45rem 1rem; border-radius: 6px; border: 1px solid color-mix(in srgb, CanvasText 45%, Canvas); background: Canvas; color: CanvasText; max-width: 100%; }
button { cursor: pointer; } button.main { background: #6b4bb8; border-color: #6b4bb8; color: #fff; }
:focus-visible { outline: 3px solid #8f6fe0; outline-offset: 2px; }`;

function frame(nonce: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Identity verification sandbox</title><style nonce="${nonce}">${pageStyle}</style></head>
<body><header>Identity verification sandbox</header><main><h1>${title}</h1>
${content}
</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Reads the ending that the page's form asks for; anything unknown cancels, as closing the page would. */
function readEnding(form: URLSearchParams): Ending {
  const kind = form.get('ending');
  const cause = causes.find((one) => one === form.get('cause')) ?? causes[0];
  if (kind === 'well') {
    return { kind };
  }
  if (kind === 'part' || kind === 'failed') {
    return { kind, cause };
  }
  if (kind === 'hit') {
    const matchingLists = lists.filter((list) => form.getAll('found').includes(list));
    return { kind, found: matchingLists.length > 0 ? matchingLists : ['PEP'] };
  }
  return { kind: 'canceled' };
}
