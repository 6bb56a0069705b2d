import { Textarea } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import { CopyButton } from '../../ui/copyable.tsx';
import { Section } from '../../ui/section.tsx';
import type { CreationState } from './creation-store.ts';
import classes from './request-json.module.css';

/** Shows the request as JSON, which changes together with the form. Members that the form has no field for are kept. */
export function RequestJson({ store }: { store: StoreApi<CreationState> }) {
  const { json, jsonFault, changeJson } = useStore(store);
  return (
    <Section title="As JSON" actions={<CopyButton value={json} label="request" />}>
      <Textarea
        aria-label="Request as JSON"
        value={json}
        error={jsonFault}
        autosize
        minRows={12}
        maxRows={32}
        spellCheck={false}
        classNames={{ input: classes.input ?? '' }}
        onChange={({ currentTarget }) => changeJson(currentTarget.value)}
      />
    </Section>
  );
}
