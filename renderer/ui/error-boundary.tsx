import { Button, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** A change of it shows the children again, such as the route. */
  resetKey: string;
  children: ReactNode;
}

/**
 * Shows a message in place of children that throw, so that the rest of the window stays usable. Without it React would remove the whole
 * interface. React writes the error to the window's console.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.hasFailed && previous.resetKey !== this.props.resetKey) {
      this.setState({ hasFailed: false });
    }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) {
      return this.props.children;
    }
    return (
      <Stack gap={8} align="flex-start" maw={736} p={20}>
        <Title order={1} fz="1.0625rem" fw={650}>
          This page cannot be shown
        </Title>
        <Text mb={6} c="dimmed" role="alert">
          An internal error occurred in Assay. The other pages still work.
        </Text>
        <Button variant="filled" onClick={() => this.setState({ hasFailed: false })}>
          Try again
        </Button>
      </Stack>
    );
  }
}
