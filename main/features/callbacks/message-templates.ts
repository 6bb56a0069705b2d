import { randomUUID } from 'node:crypto';
import { type MessageTemplate, maxMessageTemplates } from '../../../preload/contract/callback-resending.ts';
import { Failure } from '../../common/failure.ts';
import type { CaseStore } from '../cases/case-store.ts';

/** Returns an environment's own templates of messages, by name. */
export async function messageTemplatesOf(
  cases: CaseStore,
  environmentId: string,
): Promise<MessageTemplate[]> {
  return (await cases.request('messages', {
    environmentId,
    list: 'templates',
  })) as unknown as MessageTemplate[];
}

/** Keeps a template, in place of the one with the same id. @throws Failure limit-exceeded */
export async function saveMessageTemplate(
  cases: CaseStore,
  environmentId: string,
  { id = randomUUID(), ...content }: Omit<MessageTemplate, 'id'> & { id?: string | undefined },
): Promise<{ id: string; templates: MessageTemplate[] }> {
  const others = (await messageTemplatesOf(cases, environmentId)).filter((one) => one.id !== id);
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
  await cases.write('saveMessages', { environmentId, list: 'templates', messages: templates });
  return { id, templates };
}

export async function deleteMessageTemplate(
  cases: CaseStore,
  environmentId: string,
  templateId: string,
): Promise<MessageTemplate[]> {
  const templates = (await messageTemplatesOf(cases, environmentId)).filter(({ id }) => id !== templateId);
  await cases.write('saveMessages', { environmentId, list: 'templates', messages: templates });
  return templates;
}
