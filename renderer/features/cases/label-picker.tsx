import { ActionIcon, Box, Button, Flex, Stack, Text, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { submitted, useFormCheck } from '../../ui/use-form-check.ts';

/** The longest label name in characters, as in main. */
const maxName = 80;

/** Returns the names of the labels in use in the environment. */
export function useLabels(): readonly string[] {
  const { data } = useEnvironmentQuery('cases.labels', {});
  return useMemo(() => data?.labels.map(({ name }) => name) ?? [], [data]);
}

interface LabelPickerProps {
  /** Those to choose from. */
  labels: readonly string[];
  busy: boolean;
  onAdd(name: string): void;
  /** Omitted if labels can only be added. */
  onRemove?(name: string): void;
}

/** Adds labels to the selected cases or removes them. Typing an unknown name creates a label. */
export function LabelPicker({ labels, busy, onAdd, onRemove }: LabelPickerProps) {
  const [name, setName] = useState('');
  const part = name.trim().toLowerCase();
  const matches = labels.filter((label) => label.toLowerCase().includes(part));
  const check = useFormCheck({ name: name.trim() === '' && 'Enter a label.' });
  const add = () => {
    if (check.passes()) {
      onAdd(name.trim());
      setName('');
    }
  };
  return (
    <Stack gap={8} miw={256}>
      <Flex component="form" ref={check.ref} gap={6} onSubmit={submitted(add)}>
        <TextInput
          flex="1"
          aria-label="Label"
          placeholder="Find or name a label"
          value={name}
          error={check.errors.name}
          maxLength={maxName}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={busy}>
          Add
        </Button>
      </Flex>
      <Box component="ul" mah={224} className={layout.scrolls} aria-label="Labels in use">
        {matches.map((label) => (
          <Flex key={label} component="li" gap={4} align="center" mih={28}>
            <Text span flex="1" truncate>
              {visibleText(label, maxName)}
            </Text>
            <ActionIcon
              aria-label={`Add ${visibleText(label, maxName)}`}
              disabled={busy}
              onClick={() => onAdd(label)}
            >
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
            {onRemove && (
              <ActionIcon
                aria-label={`Remove ${visibleText(label, maxName)}`}
                disabled={busy}
                onClick={() => onRemove(label)}
              >
                <IconMinus size={14} aria-hidden />
              </ActionIcon>
            )}
          </Flex>
        ))}
      </Box>
    </Stack>
  );
}
