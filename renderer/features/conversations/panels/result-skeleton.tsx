import { Stack } from '@mantine/core';
import { SkeletonBlock } from '../../../ui/waiting.tsx';
import classes from '../conversations.module.css';

/** Shows a placeholder for the panels while a conversation is loaded. */
export function ResultSkeleton() {
  return (
    <div className={classes.columns} data-two="true">
      <Stack gap={14}>
        <SkeletonBlock height={22} />
        <SkeletonBlock height={6} />
      </Stack>
      <Stack gap={14}>
        <SkeletonBlock height={9} />
        <SkeletonBlock height={9} />
      </Stack>
    </div>
  );
}
