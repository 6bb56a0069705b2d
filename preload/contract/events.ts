import { z } from 'zod';
import { deletionList } from './deletion.ts';
import { environmentId, environmentsView, keychainState } from './environments.ts';

/** What main tells every window by itself. */
export const events = {
  'environments.changed': environmentsView,
  'keychain.changed': keychainState,
  'deletions.changed': deletionList,
  /** Cases of this environment are others than before, or how they are kept is. At most four times a second for each environment. */
  'cases.changed': z.object({ environmentId }),
  /** A deep link (`assay://conversation/<id>`) asks for a conversation; the renderer opens it in the selected environment. */
  'application.openConversation': z.object({ conversationId: z.string() }),
  /** What `application.info` answers is different now. */
  'application.changed': z.object({}),
  /** The operating system's menu asks for a thing the interface does. */
  'application.command': z.object({ command: z.enum(['open', 'palette', 'settings', 'mask', 'find']) }),
};

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;
export type PushEvent = { [N in EventName]: { name: N; payload: EventPayload<N> } }[EventName];
