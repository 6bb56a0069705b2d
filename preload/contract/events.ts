import { z } from 'zod';
import { listenerState } from './callbacks.ts';
import { callsChanged } from './calls.ts';
import { deletionRunsChanged } from './deletion-runs.ts';
import { environmentId, environmentsView, keychainState } from './environments.ts';
import { runsChanged } from './reading.ts';

/** Events that main sends to every window. */
export const events = {
  'environments.changed': environmentsView,
  'keychain.changed': keychainState,
  /** At most four times a second. */
  'deletionRuns.changed': deletionRunsChanged,
  /**
   * These cases of an environment have changed, or the callbacks received about them; without `conversationIds` any of them, how they are stored,
   * or the settings. At most four times a second for each environment.
   */
  'cases.changed': z.object({ environmentId, conversationIds: z.array(z.string()).optional() }),
  'calls.changed': callsChanged,
  /** A listener for callbacks was started, stopped, or has received something. At most four times a second. */
  'callbacks.changed': listenerState,
  'reading.changed': runsChanged,
  /** A deep link (`assay://conversation/<id>`) asks for a conversation; the renderer opens it in the selected environment. */
  'application.openConversation': z.object({ conversationId: z.string() }),
  /** The reply of `team.view` has changed, or who works on which case. At most four times a second. */
  'team.changed': z.object({}),
  /** The reply of `application.info` has changed, or the policy of the company. */
  'application.changed': z.object({}),
  /** The operating system's menu requests a command of the interface. */
  'application.command': z.object({
    command: z.enum(['open', 'palette', 'settings', 'mask', 'find', 'help', 'help-interface']),
  }),
};

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;
export type PushEvent = { [N in EventName]: { name: N; payload: EventPayload<N> } }[EventName];
