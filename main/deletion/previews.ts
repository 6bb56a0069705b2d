import { LRUCache } from 'lru-cache';
import type { DeletionMode } from '../../preload/contract/deletion.ts';
import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import { outdated } from './failures.ts';
import { forecastOutcome } from './rules.ts';

/** A preview is an answer about a moment: older ones are no ground for a deletion. Milliseconds. */
export const previewLifeMs = 10 * 60_000;
const maxPreviews = 64;

/** What a person was shown before a deletion. */
export interface KeptPreview {
  environmentId: string;
  settings: EnvironmentSettings;
  conversationId: string;
  mode: DeletionMode;
  status: string | undefined;
  subscriptionActive: boolean;
  /** Of `SentRequests`, before the conversation was read. */
  moment: number;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The previews a deletion may be started from. Without personal data; in memory only. */
export class Previews {
  readonly #kept = new LRUCache<string, KeptPreview>({ max: maxPreviews });
  readonly #now: () => number;
  readonly #newId: () => string;

  constructor(deps: { now(): number; newId(): string }) {
    this.#now = deps.now;
    this.#newId = deps.newId;
  }

  keep(preview: Omit<KeptPreview, 'at'>): string {
    const previewId = this.#newId();
    this.#kept.set(previewId, { ...preview, at: this.#now() });
    return previewId;
  }

  /**
   * The preview, where it still holds for this environment as its settings are now.
   * @throws Failure preview-outdated
   */
  find(previewId: string, environmentId: string, settings: EnvironmentSettings): KeptPreview {
    const preview = this.#kept.get(previewId);
    if (preview === undefined || preview.environmentId !== environmentId) {
      throw outdated('it does not belong to this view');
    }
    if (Math.abs(this.#now() - preview.at) > previewLifeMs) {
      throw outdated('the preview is too old');
    }
    if (preview.settings.baseUrl !== settings.baseUrl || preview.settings.name !== settings.name) {
      throw outdated('the settings of the environment were changed since the preview');
    }
    return preview;
  }

  /** It led to a deletion, and leads to no other. */
  forget(previewId: string): void {
    this.#kept.delete(previewId);
  }
}

/** Refuses what would not do now what it was previewed to do. @throws Failure preview-outdated */
export function refuseChanged(
  preview: KeptPreview,
  status: string | undefined,
  subscriptionActive: boolean,
): void {
  if (status === preview.status && subscriptionActive === preview.subscriptionActive) {
    return;
  }
  const before = forecastOutcome(preview.mode, preview.status, preview.subscriptionActive);
  const now = forecastOutcome(preview.mode, status, subscriptionActive);
  if (before.statusDetail !== undefined && before.statusDetail === now.statusDetail) {
    return;
  }
  if (status !== preview.status) {
    throw outdated(`the conversation is ${status ?? 'without a status'} now`);
  }
  throw outdated(`AML monitoring is ${subscriptionActive ? 'active' : 'not active'} now`);
}
