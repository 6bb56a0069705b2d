import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { SandboxCommand, SandboxState } from '../../../preload/contract/sandbox.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import type { Core } from '../../hosts/core.ts';
import type { SandboxControl } from '../../sandbox/own.ts';
import { Refusal } from '../../sandbox/server/errors.ts';

/** Deliveries that are shown. */
const maxDeliveries = 20;

/** Returns the operations `sandbox.*`: control of the console's own sandbox, by calls within this process (decision 0007). */
export function composeSandboxControl({ environments, sandbox, system }: Core): HandlersOf<'sandbox'> {
  const controlOf = (environmentId: string): SandboxControl => {
    if (environments.settings(environmentId).baseUrl !== sandbox.baseUrl) {
      throw new Failure({
        code: 'not-supported-here',
        message: 'Only the sandbox that is built into this console can be controlled.',
      });
    }
    return sandbox.control;
  };
  return {
    'sandbox.certificate': ({ environmentId }) => controlOf(environmentId).issueCertificate(),
    'sandbox.state': ({ environmentId }) => stateOf(controlOf(environmentId), system.now()),
    async 'sandbox.command'({ environmentId, command }) {
      const control = controlOf(environmentId);
      try {
        await run(control, command);
      } catch (error) {
        if (error instanceof Refusal) {
          throw new Failure({ code: 'invalid-input', message: `${error.message}.` });
        }
        throw error;
      }
      return stateOf(control, system.now());
    },
  };
}

async function run(control: SandboxControl, command: SandboxCommand): Promise<void> {
  switch (command.kind) {
    case 'start':
      return control.start(command.conversationId);
    case 'finish':
      return control.finish(command.conversationId, endingOf(command));
    case 'lists':
      return control.changeLists(command.conversationId, command.lists);
    case 'callback':
      return control.sendCallback(command.conversationId, command.event, command.url);
    case 'fault':
      return control.orderFault(faultOrder(command));
    case 'clear-faults':
      return control.clearFaults();
    case 'clock':
      return control.advanceClock(command.advanceMs);
    case 'reset':
      return control.reset();
  }
}

function endingOf({ ending, cause = 'SCAN_DOCUMENT_TOO_BLURRY' }: SandboxCommand & { kind: 'finish' }) {
  switch (ending) {
    case 'well':
    case 'canceled':
      return { kind: ending } as const;
    case 'hit':
      return { kind: ending, found: ['PEP'] } as const;
    default:
      return { kind: ending, cause } as const;
  }
}

function stateOf(control: SandboxControl, now: number): SandboxState {
  const deliveries = control.deliveries().slice(-maxDeliveries).reverse();
  return {
    conversations: control.conversations(),
    now: control.now(),
    aheadMs: Math.max(0, control.now() - now),
    faults: control.faultCount(),
    deliveries: deliveries.map(({ status, error, headers, body, ...delivery }) => ({
      time: delivery.time,
      attempt: delivery.attempt,
      conversationId: delivery.conversationId,
      target: delivery.target,
      event: delivery.event,
      url: delivery.url,
      ...omitUndefined({ status: status ?? undefined, error: error ?? undefined }),
      request: `${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}\n\n${body}`,
    })),
  };
}

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
function faultOrder({ target, conversationId, fault, times }: FaultCommand) {
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
