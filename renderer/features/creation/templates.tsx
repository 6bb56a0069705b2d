import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import type { CreationState } from './creation-store.ts';
import classes from './form.module.css';

/** Saved requests, without the user key and personal data. */
export function Templates({ store }: { store: StoreApi<CreationState> }) {
  const { setup, busy, useTemplate: apply, saveTemplate, removeTemplate } = useStore(store);
  const announce = useAnnounce();
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const templates = setup?.templates ?? [];
  const current = templates.find(({ id }) => id === chosen);
  return (
    <Section title="Templates" collapsible closed={false}>
      <Stack gap={10}>
        {templates.length > 0 && (
          <div className={classes.row}>
            <Select
              flex="1 1 16rem"
              label="Template"
              placeholder="Choose a template"
              data={templates.map(({ id, name: label }) => ({ value: id, label }))}
              value={current ? chosen : null}
              onChange={(id) => {
                setChosen(id);
                if (id !== null) {
                  apply(id);
                }
              }}
            />
            <Button
              disabled={!current}
              onClick={() => {
                if (current) {
                  void removeTemplate(current.id);
                }
              }}
            >
              Remove template
            </Button>
          </div>
        )}
        <div className={classes.row}>
          <TextInput
            flex="1 1 16rem"
            label="Save the request as a template"
            description="The user key, personal data, flags and anything entered only as JSON are left out."
            placeholder="Name"
            value={name}
            maxLength={80}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button
            disabled={name.trim() === ''}
            loading={busy === 'setup'}
            onClick={async () => {
              if (await saveTemplate(name.trim())) {
                announce(`Template ${name.trim()} saved`);
                setName('');
              }
            }}
          >
            Save template
          </Button>
        </div>
      </Stack>
    </Section>
  );
}
