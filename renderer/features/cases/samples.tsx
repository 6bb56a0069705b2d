import { Button, Flex, TextInput } from '@mantine/core';
import { IconFilter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import layout from '../../ui/layout.module.css';
import { SkeletonLines } from '../../ui/waiting.tsx';
import classes from './samples.module.css';

export interface Sample {
  id: string;
  title: string;
}

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
  const shown = samples.filter(({ id, title }) => {
    const text = `${title} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <section className={classes.samples} aria-labelledby="samples-title">
      <Flex component="header" gap={10} align="baseline" maw={1024} pb={6}>
        <h2 id="samples-title" className={classes.title}>
          In the sandbox
        </h2>
        <span className={layout.quiet} role="status">
          {loading ? '' : words.length > 0 ? `${shown.length} of ${samples.length}` : samples.length}
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
      ) : shown.length > 0 ? (
        <ul className={classes.list}>
          {shown.map(({ id, title }) => (
            <li key={id}>
              <button type="button" className={classes.sample} onClick={() => onOpen(id)}>
                <span className={classes.name}>{title}</span>
                <code className={classes.id}>{id}</code>
              </button>
            </li>
          ))}
        </ul>
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
    </section>
  );
}
