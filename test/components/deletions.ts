import { page } from 'vitest/browser';
import {
  type DeletionMode,
  type DeletionPreview,
  type DeletionView,
  deletionPreview,
  deletionView,
} from '../../preload/contract/deletion.ts';
import { modeTexts } from '../../renderer/features/deletion/deletion-wording.ts';
import type { FakeBridge, Replies } from './fake-bridge.ts';

const sentAt = '2026-01-15T12:00:00Z';

/** The preview of an allowed expiry of somebody's conversation. */
export function newPreview(change: Partial<DeletionPreview> = {}): DeletionPreview {
  return deletionPreview.parse({
    previewId: 'preview',
    expectation: 'accepted',
    status: 'IN_PROGRESS',
    subscriptionActive: false,
    sentences: ['Its user can no longer go on.'],
    subject: {
      userKey: 'customer-4711',
      verdict: 'In progress.',
      products: [{ name: 'identity', status: 'IN_PROGRESS' }],
      moreProducts: 0,
    },
    readAt: sentAt,
    ...change,
  });
}

/** A deletion that was sent and not answered yet. */
export function newDeletion(
  change: Partial<DeletionView> & Pick<DeletionView, 'conversationId'>,
): DeletionView {
  return deletionView.parse({
    deletionId: `deletion-of-${change.conversationId}`,
    environmentId: 'acme-test',
    mode: 'EXPIRE',
    phase: 'sending',
    message: 'The request was sent.',
    steps: [{ kind: 'neutral', message: 'Sent.', at: sentAt }],
    acknowledged: false,
    ...change,
  });
}

/** Single deletions as main keeps them: each is sent at once, and changes as the test says. */
export class FakeDeletions {
  deletions: DeletionView[] = [];
  /** Members of the preview of a conversation, over those of an allowed expiry. */
  preview: (conversationId: string) => Partial<DeletionPreview> = () => ({});
  readonly #previews = new Map<string, Pick<DeletionView, 'environmentId' | 'conversationId' | 'mode'>>();
  #bridge: FakeBridge | undefined;

  /** Sends its changes there. */
  connect(bridge: FakeBridge): void {
    this.#bridge = bridge;
  }

  /** Main has learnt this about the deletion of a conversation. */
  change(conversationId: string, change: Partial<DeletionView>): void {
    this.deletions = this.deletions.map((one) =>
      one.conversationId === conversationId ? { ...one, ...change } : one,
    );
    this.#bridge?.send('deletions.changed', { deletions: this.deletions });
  }

  replies(): Replies {
    const one = (deletionId: string) => {
      const found = this.deletions.find((deletion) => deletion.deletionId === deletionId);
      if (found === undefined) {
        throw new Error(`There is no deletion ${deletionId}`);
      }
      return found;
    };
    const put = (deletionId: string, change: Partial<DeletionView>) => {
      this.change(one(deletionId).conversationId, change);
      return one(deletionId);
    };
    return {
      'deletion.preview': (target) => {
        const previewId = `preview-${this.#previews.size}`;
        this.#previews.set(previewId, target);
        return newPreview({ previewId, ...this.preview(target.conversationId) });
      },
      'deletion.run': ({ previewId }) => {
        const target = this.#previews.get(previewId);
        if (target === undefined) {
          throw new Error(`There is no preview ${previewId}`);
        }
        const deletion = newDeletion(target);
        this.deletions = [deletion, ...this.deletions];
        return deletion;
      },
      'deletion.list': () => ({ deletions: this.deletions }),
      'deletion.check': ({ deletionId }) => put(deletionId, { phase: 'checking' }),
      'deletion.stopChecking': ({ deletionId }) => put(deletionId, { phase: 'unsettled' }),
      'deletion.acknowledge': ({ deletionId }) => {
        put(deletionId, { acknowledged: true });
        return { deletions: this.deletions };
      },
      'deletion.dismiss': ({ deletionId }) => {
        this.deletions = this.deletions.filter((deletion) => deletion !== one(deletionId));
        return { deletions: this.deletions };
      },
    };
  }
}

export const conversationField = page.getByLabelText('Conversation', { exact: true });
export const modeChoice = (mode: DeletionMode) => page.getByRole('radio', { name: modeTexts[mode].label });
export const previewButton = page.getByRole('button', { name: 'Preview', exact: true });
export const previewRegion = page.getByRole('region', { name: /^Preview: / });
export const requestRegion = page.getByRole('region', { name: /^Request: / });

/** Everything a deletion may ask for before it is sent. */
export const asked = {
  reason: page.getByLabelText('Reason'),
  person: page.getByRole('checkbox', { name: /I have checked/ }),
  unread: page.getByRole('checkbox', { name: /without checking whose data it is/ }),
  loss: page.getByRole('checkbox', { name: 'I know that deleted data cannot be restored' }),
  identity: page.getByLabelText('Last four characters of the user key'),
  name: page.getByRole('textbox', { name: /to confirm$/ }),
};

/** Gives a reason and confirms what is asked about the person, as before every deletion. The button is left to the test. */
export async function confirmPerson(): Promise<void> {
  await asked.reason.selectOptions('test-data');
  await asked.person.click();
}
