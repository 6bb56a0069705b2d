import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { attempt } from '../../../preload/shared/attempt.ts';
import { CopyButton } from '../../ui/copyable.tsx';
import { ShowData } from '../../ui/data-switch.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import layout from '../../ui/layout.module.css';
import { useShown } from '../../ui/masked.tsx';
import { ByteView } from './byte-view.tsx';

/** Larger bodies are not formatted. Bytes. */
const maxFormatted = 1_000_000;

type Form = 'formatted' | 'text' | 'hexadecimal';
const forms: { value: Form; label: string }[] = [
  { value: 'formatted', label: 'Formatted' },
  { value: 'text', label: 'Exact' },
  { value: 'hexadecimal', label: 'Bytes' },
];

/** Shows a body: formatted with its values masked, or exactly, with marks for spaces, line ends and what is invisible. */
export function MessageBody({ body, name }: { body: Uint8Array; name: string }) {
  const [form, setForm] = useState<Form>('formatted');
  const text = useMemo(() => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body), [body]);
  const json = useMemo(() => (body.byteLength > maxFormatted ? undefined : jsonOf(text)), [body, text]);
  const isRevealed = useShown();
  return (
    <Stack gap={6}>
      <Group wrap="nowrap">
        <SegmentedControl
          aria-label="Format of the body"
          value={form}
          onChange={(value) => setForm(value as Form)}
          data={forms}
        />
        <CopyButton value={text} label="body" clearAfterMs={60_000} />
      </Group>
      {form !== 'formatted' ? (
        isRevealed ? (
          <ByteView bytes={body} as={form} />
        ) : (
          <div>
            <ShowData />
          </div>
        )
      ) : json === undefined ? (
        <p className={layout.quietParagraph}>
          {body.byteLength > maxFormatted
            ? 'It is too large to be formatted. Show it exactly, or copy it.'
            : 'It is not JSON, so it can only be shown exactly.'}
        </p>
      ) : (
        <JsonTree
          value={json.value}
          path={name}
          clear={(path) => isPlain(path.slice(name.length))}
          open={3}
        />
      )}
    </Stack>
  );
}

/** Returns whether a path is one of the envelope’s members or the status or id of the conversation, none of which identifies a person. */
function isPlain(path: string): boolean {
  return /^\.(id|created|target|event|payload\.conversation\.(id|status))$/.test(path);
}

function jsonOf(text: string): { value: unknown } | undefined {
  return attempt(() => ({ value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) }));
}
