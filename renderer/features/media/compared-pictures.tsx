import { Box, SimpleGrid, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { useEnvironment, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { useShown } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import type { MediaState } from './media-state.ts';
import { titleOf } from './media-titles.ts';
import { picturesOf } from './use-face-match.ts';

interface ComparedPicturesProps {
  store: StoreApi<MediaState>;
  left: string;
  right: string;
}

const kinds = [
  { name: 'face', type: 'FACE' },
  { name: 'document', type: 'DOCUMENT' },
] as const;

/** Shows the faces of two cases beside each other at the same size, and then their documents. */
export function ComparedPictures({ store, left, right }: ComparedPicturesProps) {
  const sides = [
    {
      side: 'Left',
      conversationId: left,
      ...useEnvironmentQuery('media.list', { conversationId: left }),
    },
    {
      side: 'Right',
      conversationId: right,
      ...useEnvironmentQuery('media.list', { conversationId: right }),
    },
  ];
  return (
    <SimpleGrid cols={4} spacing={8}>
      {kinds.flatMap(({ name, type }) =>
        sides.map(({ side, conversationId, data, failure, busy }) => {
          const [item] = picturesOf(data?.media ?? [], type);
          return (
            <Box key={`${name} ${side}`} component="figure" m={0}>
              <Text component="figcaption" fz={12} c="dimmed">
                {side}: {item ? titleOf(item) : name}
              </Text>
              <Box h="13rem" bg="var(--surface-stage)" style={{ display: 'grid', placeItems: 'center' }}>
                {item ? (
                  <ComparedPicture
                    store={store}
                    conversationId={conversationId}
                    item={item}
                    label={`${side}: ${titleOf(item)}`}
                  />
                ) : (
                  <Text c="dimmed" ta="center" p={8}>
                    {busy ? (
                      ''
                    ) : data || !failure ? (
                      `No picture of the ${name}`
                    ) : (
                      <OutsideText text={failure.message} />
                    )}
                  </Text>
                )}
              </Box>
            </Box>
          );
        }),
      )}
    </SimpleGrid>
  );
}

interface ComparedPictureProps extends Pick<ComparedPicturesProps, 'store'> {
  conversationId: string;
  item: MediaItem;
  label: string;
}

function ComparedPicture({ store, conversationId, item, label }: ComparedPictureProps) {
  const { id: environmentId } = useEnvironment();
  const isShown = useShown();
  const [address, setAddress] = useState<string>();
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    if (!isShown) {
      return;
    }
    const ending = new AbortController();
    let release: (() => void) | undefined;
    const file = { environmentId, conversationId, mediaId: item.id, contentType: item.contentType };
    store
      .getState()
      .openFile(file, ending.signal)
      .then((open) => {
        release = open.release;
        if (ending.signal.aborted) {
          release();
        } else if (open.opened.form === 'image') {
          setAddress(open.opened.address);
        } else {
          setHidden(true);
        }
      })
      .catch(() => ending.signal.aborted || setHidden(true));
    return () => {
      ending.abort();
      release?.();
      setAddress(undefined);
    };
  }, [store, isShown, environmentId, conversationId, item]);
  if (!isShown || isHidden) {
    return <Text c="dimmed">{isHidden ? 'Cannot be shown' : 'Masked'}</Text>;
  }
  return (
    address !== undefined && (
      <img
        src={address}
        alt={label}
        draggable={false}
        style={{ width: '100%', height: '13rem', objectFit: 'contain' }}
        onError={() => setHidden(true)}
      />
    )
  );
}
