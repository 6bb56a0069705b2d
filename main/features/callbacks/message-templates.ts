import { randomUUID } from 'node:crypto';
import { type MessageTemplate, maxMessageTemplates } from '../../../preload/contract/callback-resending.ts';
import { Failure } from '../../common/failure.ts';
import type { CallbackStore } from './callback-store.ts';

type Store = Pick<CallbackStore, 'messages' | 'saveMessages'>;

/** Returns an environment's own templates of messages, by name. */
export async function messageTemplatesOf(store: Store, environmentId: string): Promise<MessageTemplate[]> {
  return (await store.messages(environmentId, 'templates')) as unknown as MessageTemplate[];
}

/** Keeps a template, in place of the one with the same id. @throws Failure limit-exceeded */
export async function saveMessageTemplate(
  store: Store,
  environmentId: string,
  { id = randomUUID(), ...content }: Omit<MessageTemplate, 'id'> & { id?: string | undefined },
): Promise<{ id: string; templates: MessageTemplate[] }> {
  const others = (await messageTemplatesOf(store, environmentId)).filter((one) => one.id !== id);
  if (others.length >= maxMessageTemplates) {
    throw new Failure({
      code: 'limit-exceeded',
      message: `An environment has at most ${maxMessageTemplates} templates of messages.`,
      hint: 'Delete one first.',
    });
  }
  const templates = [...others, { id, ...content }].sort((left, right) =>
    left.name.localeCompare(right.name),
  );
  await store.saveMessages(environmentId, 'templates', templates);
  return { id, templates };
}

export async function deleteMessageTemplate(
  store: Store,
  environmentId: string,
  templateId: string,
): Promise<MessageTemplate[]> {
  const templates = (await messageTemplatesOf(store, environmentId)).filter(({ id }) => id !== templateId);
  await store.saveMessages(environmentId, 'templates', templates);
  return templates;
}
