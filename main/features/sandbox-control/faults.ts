import type { SandboxCommand } from '../../../preload/contract/sandbox.ts';

type FaultCommand = SandboxCommand & { kind: 'fault' };

/** The faults in the sandbox's format. */
const faults = {
  unavailable: { status: 503, headers: { 'Retry-After': '2' } },
  error: { status: 500 },
  'gateway-page': { html: true, status: 502 },
  slow: { delayMs: 8000 },
  cut: { truncate: true },
  reset: { disconnectAfterBytes: 0 },
  malformed: { malformed: true },
  forbidden: { status: 403 },
  payment: { status: 402 },
  gone: { status: 410 },
} as const satisfies Record<FaultCommand['fault'], object>;

/** Returns the sandbox's command for a fault: which requests, which fault, how often. */
export function faultOrder({ target, conversationId, fault, times }: FaultCommand) {
  const one = `/api/conversations/${conversationId === undefined ? '*' : encodeURIComponent(conversationId)}`;
  const matches = {
    any: { path: conversationId === undefined ? '*' : `${one}*` },
    conversation: { method: 'GET', path: one },
    files: { method: 'GET', path: `${one}/identity/metadata*` },
    deletion: { method: 'DELETE', path: one },
    token: { path: '/api/oauth2/token' },
  } as const satisfies Record<FaultCommand['target'], object>;
  return { match: matches[target], fault: faults[fault], times };
}
