import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './well-bar.module.css';

interface WellBarProps {
  children: ReactNode;
  /** Such as the size of a picture. */
  facts?: ReactNode;
}

/** Shows the tools of a file in a well. */
export function WellBar({ children, facts }: WellBarProps) {
  return (
    <div className={classes.bar}>
      <Group gap={2} role="toolbar" aria-label="View">
        {children}
      </Group>
      {facts !== undefined && (
        <Text span ml="auto" fz={12} c="dimmed">
          {facts}
        </Text>
      )}
    </div>
  );
}
