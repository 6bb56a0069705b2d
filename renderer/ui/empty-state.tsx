import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from './layout.module.css';

interface EmptyStateProps {
  title: string;
  icon?: ReactNode;
  /** Why it is empty and what would fill it. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ title, icon, children, actions }: EmptyStateProps) {
  return (
    <Stack gap={4} align="flex-start" py={16} maw={640}>
      {icon !== undefined && (
        <span className={layout.quiet} aria-hidden>
          {icon}
        </span>
      )}
      <Text fw={650}>{title}</Text>
      {children !== undefined && <Box c="dimmed">{children}</Box>}
      {actions !== undefined && <Group mt={8}>{actions}</Group>}
    </Stack>
  );
}
