import { Button, Flex, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPlay, IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { useGo } from '../../ui/services.tsx';

export interface FirstStartProps {
  /** Starts the queue of the people to review. */
  onTry(): void;
  /** Asks what one works on. */
  groups: ReactNode;
  busy: boolean;
  failure: FailureView | undefined;
}

/** Shows what a first start offers: connecting a service, or reviewing invented people. */
export function FirstStart({ onTry, groups, busy, failure }: FirstStartProps) {
  const go = useGo();
  return (
    <Flex direction="column" align="center" flex="1" p={20} className={layout.scrolls}>
      <Stack gap={20} w="100%" maw={800} my="auto">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
          <Choice
            title="Try it with twelve people"
            text="Invented people with documents and faces, ready to review. Two of them should not be approved."
            button={
              <Button
                variant="filled"
                loading={busy}
                leftSection={<IconPlayerPlay size={14} aria-hidden />}
                onClick={onTry}
              >
                Start the review
              </Button>
            }
          />
          <Choice
            title="Connect your service"
            text="You need its address and an API key. The key is kept in the keychain of this computer."
            button={
              <Button
                leftSection={<IconPlugConnected size={14} aria-hidden />}
                onClick={() => go({ page: 'settings', section: 'new' })}
              >
                Add your environment…
              </Button>
            }
          />
        </SimpleGrid>
        {failure && <FailureNotice failure={failure} />}
        {groups}
      </Stack>
    </Flex>
  );
}

function Choice({ title, text, button }: { title: string; text: string; button: ReactNode }) {
  return (
    <Paper component="section" withBorder p={20}>
      <Stack align="flex-start" gap={10} h="100%">
        <Title order={2}>{title}</Title>
        <Text flex="1">{text}</Text>
        {button}
      </Stack>
    </Paper>
  );
}
