import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { ConversationsHome } from '../conversations/home.tsx';
import { DeletionRoom } from '../deletion/deletion-room.tsx';
import { placeKey } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import { Room } from '../ui/room.tsx';
import { SkeletonBlock } from '../ui/waiting.tsx';
import { useGo, usePlace } from './place.ts';

interface RoomsProps {
  environment: EnvironmentView | undefined;
  onFocusOpenField(): void;
}

/** The room of the present place. Rooms do not know one another: what leads from one to the next is put in here. */
export function Rooms({ environment, onFocusOpenField }: RoomsProps) {
  const place = usePlace();
  const key = `${environment?.id ?? ''} ${placeKey(place)}`;
  if (!environment) {
    return (
      <Room title="Assay">
        <SkeletonBlock height={14} />
      </Room>
    );
  }
  switch (place.room) {
    case 'conversations':
      return <Conversations key={key} environment={environment} onFocusOpenField={onFocusOpenField} />;
    case 'deletion':
      return (
        <Deletion
          key={`${environment.id} deletion`}
          environment={environment}
          conversationId={place.conversationId}
        />
      );
    default:
      return (
        <Room key={key} title={place.room}>
          …
        </Room>
      );
  }
}

function Conversations({ environment, onFocusOpenField }: RoomsProps & { environment: EnvironmentView }) {
  const { recent } = useStores();
  const go = useGo();
  const open = (conversationId: string) => go({ room: 'conversations', conversationId });
  return (
    <ConversationsHome
      store={recent}
      environment={environment}
      openShortcut="mod+o"
      onOpen={open}
      onFocusOpenField={onFocusOpenField}
    />
  );
}

interface DeletionProps {
  environment: EnvironmentView;
  conversationId: string | undefined;
}

function Deletion({ environment, conversationId }: DeletionProps) {
  const { deletion } = useStores();
  const go = useGo();
  return (
    <DeletionRoom
      store={deletion}
      environment={environment}
      conversationId={conversationId}
      onChoose={(chosen) => go({ room: 'deletion', conversationId: chosen })}
      onOpen={(opened) => go({ room: 'conversations', conversationId: opened })}
    />
  );
}
