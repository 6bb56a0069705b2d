import { Box, Button, Flex, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconFilter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Sample } from '../../../preload/contract/conversations.ts';
import { counted } from '../../../preload/wording/terms.ts';
import layout from '../../ui/layout.module.css';
import { EmptyState } from '../../ui/notices.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';

interface SamplesProps {
  samples: readonly Sample[];
  loading: boolean;
  onOpen(conversationId: string): void;
  onReload(): void;
}

/** Shows the sandbox's own conversations. */
export function Samples({ samples, loading, onOpen, onReload }: SamplesProps) {
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = samples.filter(({ id, title }) => {
    const text = `${title} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <Box
      component="section"
      flex="1"
      px={20}
      pt={10}
      pb={28}
      bg="var(--surface-panel)"
      className={layout.scrolls}
      aria-labelledby="samples-title"
    >
      <Flex component="header" gap={10} align="baseline" maw={1024} pb={6}>
        <Title order={2} id="samples-title">
          In the sandbox
        </Title>
        <span className={layout.quiet} role="status">
          {!loading &&
            (words.length > 0 ? `${matches.length} of ` : '') + counted(samples.length, 'conversation')}
        </span>
        <TextInput
          aria-label="Filter the sandbox’s conversations"
          placeholder="Filter"
          leftSection={<IconFilter size={14} aria-hidden />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          w={224}
          ml="auto"
          spellCheck={false}
        />
      </Flex>
      {loading ? (
        <SkeletonLines lines={12} />
      ) : matches.length > 0 ? (
        <Box component="ul" maw={1024} className={layout.lines}>
          {matches.map(({ id, title }) => (
            <li key={id}>
              <Flex
                component={UnstyledButton}
                fz="inherit"
                className={layout.hovers}
                wrap="wrap"
                align="baseline"
                justify="space-between"
                columnGap={14}
                w="100%"
                mih={32}
                px={6}
                py={4}
                ta="left"
                onClick={() => onOpen(id)}
              >
                <Text span flex="1 1 18rem" className={layout.anywhere}>
                  {title}
                </Text>
                <Text component="code" c="dimmed" className={layout.identifier}>
                  {id}
                </Text>
              </Flex>
            </li>
          ))}
        </Box>
      ) : (
        <EmptyState
          title={words.length > 0 ? 'No conversation matches the filter' : 'The sandbox has no conversations'}
          actions={
            words.length > 0 ? (
              <Button onClick={() => setFilter('')}>Clear the filter</Button>
            ) : (
              <Button leftSection={<IconRefresh size={14} />} onClick={onReload}>
                Check again
              </Button>
            )
          }
        />
      )}
    </Box>
  );
}
