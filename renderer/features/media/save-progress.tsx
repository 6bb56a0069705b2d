import { ActionIcon, Box, Flex, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { ProposeAct, refusedActOf } from '../../ui/propose-act.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { usePick } from '../../ui/use-pick.ts';
import { Progress } from '../../ui/waiting.tsx';
import type { MediaState } from './media-state.ts';
import { underline } from './well-parts.tsx';

/** Shorter saves show only the loading bar. Milliseconds. */
const longAfter = 1000;

/** Shows a save in progress, whichever file is shown meanwhile, and then how it ended. */
export function SaveProgress({ store }: { store: StoreApi<MediaState> }) {
  const { saving, stopSaving, forgetSaving } = usePick(store, 'saving', 'stopSaving', 'forgetSaving');
  // The text itself says how many files a folder gets.
  const doneText =
    saving?.done && [!saving.files && saving.title, saving.done.text].filter(Boolean).join(': ');
  const failure = saving?.done?.failure;
  const act = failure && refusedActOf(failure);
  const dismiss = (
    <ActionIcon size={24} aria-label="Dismiss" onClick={forgetSaving}>
      <IconX size={14} />
    </ActionIcon>
  );
  const isLong = useLater(saving && !saving.done ? saving.since : undefined, longAfter);
  return (
    <>
      {saving && !saving.done && isLong && (
        <Box px={20} py={6} bg="var(--surface-sunk)" style={underline}>
          <Progress
            label={
              saving.files ? `Saving ${saving.title}, ${saving.files.done} done` : `Saving ${saving.title}`
            }
            done={saving.bytes}
            format={formatBytes}
            since={saving.since}
            onStop={stopSaving}
            {...omitUndefined({ total: saving.total })}
          />
        </Box>
      )}
      {act && (
        <Box px={20} py={6} style={underline}>
          <ProposeAct act={act} text={`${saving?.title}: ${failure.message}`}>
            {dismiss}
          </ProposeAct>
        </Box>
      )}
      {saving?.done && !act && (
        <Flex
          align="center"
          gap={8}
          px={20}
          py={6}
          bg={saving.done.tone === 'bad' ? 'var(--status-bad-surface)' : 'var(--surface-sunk)'}
          style={underline}
        >
          <ToneIcon tone={saving.done.tone} size={15} />
          <Text span flex="1" role="status" style={{ overflowWrap: 'anywhere' }}>
            <OutsideText text={doneText ?? ''} max={700} />
          </Text>
          {dismiss}
        </Flex>
      )}
    </>
  );
}

/** Returns whether so long has passed since a moment of `performance.now()`; false without one. */
function useLater(since: number | undefined, ms: number): boolean {
  const [passedFor, setPassedFor] = useState<number>();
  useEffect(() => {
    if (since === undefined) {
      return;
    }
    const timer = setTimeout(() => setPassedFor(since), Math.max(0, since + ms - performance.now()));
    return () => clearTimeout(timer);
  }, [since, ms]);
  return since !== undefined && passedFor === since;
}
