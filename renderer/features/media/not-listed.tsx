import { Box } from '@mantine/core';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of the list while the conversation cannot be read. The page already shows why. */
export function NotListed() {
  return (
    <Box py={8} px={20}>
      <EmptyState title="The files are not listed">
        They are listed once the conversation can be read.
      </EmptyState>
    </Box>
  );
}
