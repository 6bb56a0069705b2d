import { Box, Button, Flex, Group, SegmentedControl, Title } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CopyButton } from '../../ui/copyable.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import layout from '../../ui/layout.module.css';
import { RevealAll, useRevealed } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';

/** Larger bodies are not formatted. Bytes. */
const maxFormatted = 1_000_000;
/** The most characters shown as received. */
const maxShown = 100_000;

/** Shows a body, formatted with its values masked, or exactly as received. */
export function CallbackBody({ body, id }: { body: Uint8Array; id: number }) {
  const [form, setForm] = useState<'formatted' | 'exact'>('formatted');
  const text = useMemo(() => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body), [body]);
  const parsed = useMemo(() => (body.byteLength > maxFormatted ? undefined : jsonOf(text)), [body, text]);
  return (
    <Flex component="section" direction="column" gap={6} miw={0} aria-label="Body">
      <Group wrap="nowrap">
        <Title order={3} flex="1">
          Body
        </Title>
        <SegmentedControl
          aria-label="Format of the body"
          value={form}
          onChange={(value) => setForm(value === 'exact' ? 'exact' : 'formatted')}
          data={[
            { value: 'formatted', label: 'Formatted' },
            { value: 'exact', label: 'Exact' },
          ]}
        />
        <CopyButton value={text} label="body" clearAfterMs={60_000} />
      </Group>
      {form === 'exact' ? (
        <ExactBody text={text} />
      ) : parsed === undefined ? (
        <p className={layout.quietParagraph}>
          {body.byteLength > maxFormatted
            ? 'It is too large to be formatted. Show it exactly, or copy it.'
            : 'It is not JSON, so it can only be shown exactly.'}
        </p>
      ) : (
        <>
          <Group>
            <RevealAll label="values" />
          </Group>
          <JsonTree value={parsed.value} path={`callback ${id}`} clear={isPlain} open={3} />
        </>
      )}
    </Flex>
  );
}

function ExactBody({ text }: { text: string }) {
  const { revealed, reveal } = useRevealed('exact body');
  if (!revealed) {
    return (
      <Button leftSection={<IconEye size={14} />} onClick={reveal}>
        Show the body
      </Button>
    );
  }
  return (
    <Box component="pre" className={layout.exactText} mah="24rem">
      <OutsideText text={text} max={maxShown} dir="ltr" />
    </Box>
  );
}

/** Returns whether a path is one of the envelope’s members or the status or id of the conversation, none of which identifies a person. */
function isPlain(path: string): boolean {
  return /^callback \d+\.(id|created|target|event|payload\.conversation\.(id|status))$/.test(path);
}

function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) };
  } catch {
    return undefined;
  }
}
