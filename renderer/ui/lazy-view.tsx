import { Button, Stack, Text } from '@mantine/core';
import { type ComponentType, lazy, useState } from 'react';

/** A view whose code is fetched when it is first needed, or before. Rendered inside a `Suspense`. */
export interface LazyView<P> {
  View: ComponentType<P>;
  /** Fetches the code now; once it is there the view renders without waiting. */
  fetch(): Promise<void>;
}

export function lazyView<P extends object>(load: () => Promise<ComponentType<P>>): LazyView<P> {
  let component: ComponentType<P> | undefined;
  const fetch = async () => {
    component ??= await load();
    return { default: component };
  };
  const Waiting = lazy(() => fetch().catch(() => ({ default: NotLoaded })));
  return {
    View(props) {
      // The same for as long as it is mounted: another type of component would begin anew.
      const [View] = useState<ComponentType<P>>(() => component ?? Waiting);
      return <View {...props} />;
    },
    async fetch() {
      await fetch();
    },
  };
}

/** Shown where the code of a view is not there any more, most often because another version of the console was started. */
function NotLoaded() {
  return (
    <Stack gap={8} align="flex-start" p={20}>
      <Text fw={600} role="alert">
        This page could not be loaded
      </Text>
      <Text c="dimmed">Assay was updated or restarted. Reload the window to go on.</Text>
      <Button variant="filled" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Stack>
  );
}
