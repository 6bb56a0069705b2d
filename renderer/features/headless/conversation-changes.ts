import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { conversationStatusTerm, productStatusTerm } from '../../../preload/wording/statuses.ts';

const maxChanges = 12;

/** Returns the changes of a conversation between two reads, as short sentences. */
export function changesOf(before: Conversation, after: Conversation): string[] {
  const changes: string[] = [];
  if (before.status !== after.status) {
    changes.push(
      `Conversation: ${conversationStatusTerm(before.status).label} → ${conversationStatusTerm(after.status).label}`,
    );
  }
  const old = new Map(productsOf(before).map(({ name, status }) => [name, status]));
  for (const { name, status } of productsOf(after)) {
    if (old.get(name) !== status) {
      const label = (one: string | undefined) => productStatusTerm(name, one).label;
      changes.push(`${productTerm(name).label}: ${label(old.get(name))} → ${label(status)}`);
    }
  }
  return changes.slice(0, maxChanges);
}

/** Returns the products of a conversation with their status (interface 2.2). */
export function productsOf({ result }: Conversation): { name: string; status: string | undefined }[] {
  return Object.entries(result ?? {})
    .slice(0, 50)
    .map(([name, product]) => {
      const status = (product as { status?: unknown } | undefined)?.status;
      return { name, status: typeof status === 'string' ? status : undefined };
    });
}
