import { useStore } from 'zustand';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { modeWords, standing } from '../deletion/deletion-wording.ts';
import { useStores } from '../stores.tsx';
import { Act, Notice } from './notice.tsx';
import { useGo, useGoIn, useRoute } from './use-route.ts';

/** Deletions continue when their page is left: those in progress, unresolved or just finished are shown here. */
export function DeletionNotice() {
  const { deletion, environments } = useStores();
  const deletions = useStore(deletion, (state) => state.deletions);
  const { environments: all } = useStore(environments);
  const route = useRoute();
  const go = useGo();
  const goIn = useGoIn();
  // The Deletion page lists all of them.
  if (route.page === 'deletion') {
    return null;
  }
  const open = deletions.filter((one) => !(one.phase === 'settled' && one.acknowledged));
  const [first, ...others] = open;
  if (first === undefined) {
    return null;
  }
  if (others.length > 0) {
    return (
      <Notice tone="active" actions={<Act onClick={() => go({ page: 'deletion' })}>View</Act>}>
        {open.length} deletion requests are in progress, unresolved or just finished.
      </Notice>
    );
  }
  const environment = all.find(({ id }) => id === first.environmentId);
  const name = environment ? visibleText(environment.settings.name) : 'an environment that was removed';
  const view = () =>
    environment
      ? void goIn(first.environmentId, { page: 'deletion', conversationId: first.conversationId })
      : go({ page: 'deletion' });
  return (
    <Notice tone={standing(first).tone} actions={<Act onClick={view}>View</Act>}>
      {modeWords[first.mode].doing} in {name}: {first.message}
    </Notice>
  );
}
