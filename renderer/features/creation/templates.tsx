import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { FailureNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { setupChange, useSetup } from './use-setup.ts';

interface TemplatesProps {
  request: CreateConversation;
  onFill(request: CreateConversation): void;
}

/** Fills in a saved request. */
export function Templates({ request, onFill }: TemplatesProps) {
  const { data: setup, failure, refresh } = useSetup();
  const removing = useEnvironmentAction('creation.removeTemplate', {}, setupChange);
  const [templateId, setChosen] = useState<string | null>(null);
  const templates = setup?.templates ?? [];
  const current = templates.find(({ id }) => id === templateId);
  if (templates.length === 0 && !failure) {
    return null;
  }
  return (
    <Section title="Templates">
      <Stack gap={10}>
        <Group align="flex-end">
          <Select
            allowDeselect
            flex="1 1 16rem"
            label="Template"
            placeholder="Choose a template"
            data={templates.map(({ id, name: label }) => ({ value: id, label }))}
            value={current ? templateId : null}
            onChange={(id) => {
              setChosen(id);
              const template = templates.find((one) => one.id === id);
              if (template) {
                const { userKey } = request;
                onFill({ ...omitUndefined({ userKey }), ...template.request });
              }
            }}
          />
          <Button
            disabled={!current}
            onClick={() => {
              if (current) {
                void removing.run({ templateId: current.id });
              }
            }}
          >
            Remove template
          </Button>
        </Group>
        {removing.failure && <FailureNotice failure={removing.failure} />}
        {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      </Stack>
    </Section>
  );
}

/** Saves the request for the next time, without the user key and personal data. */
export function SaveTemplate({ request }: Omit<TemplatesProps, 'onFill'>) {
  const saving = useEnvironmentAction('creation.saveTemplate', {}, setupChange);
  const [name, setName] = useState('');
  const check = useFormCheck({ name: name.trim() === '' && 'Enter a name for the template.' });
  return (
    <Section title="Save as template" collapsible closed>
      <Stack ref={check.ref} gap={10}>
        <Group align="flex-end">
          <TextInput
            flex="1 1 16rem"
            label="Save the request as a template"
            description="The user key, personal data, flags and anything entered only as JSON are left out."
            placeholder="Name"
            value={name}
            error={check.errors.name}
            maxLength={80}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button
            loading={saving.busy}
            onClick={async () => {
              const saved = `Template ${name.trim()} saved`;
              if (check.passes() && (await saving.run({ name: name.trim(), request }, saved))) {
                setName('');
              }
            }}
          >
            Save template
          </Button>
        </Group>
        {saving.failure && <FailureNotice failure={saving.failure} />}
      </Stack>
    </Section>
  );
}
