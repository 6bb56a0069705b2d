import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { setupChange, useSetup } from './use-setup.ts';

interface TemplatesProps {
  environmentId: string;
  request: CreateConversation;
  onFill(request: CreateConversation): void;
}

/** Saved requests, without the user key and personal data. */
export function Templates({ environmentId, request, onFill }: TemplatesProps) {
  const { data: setup, failure, refresh } = useSetup(environmentId);
  const saving = useBridgeAction('creation.saveTemplate', { environmentId }, setupChange);
  const removing = useBridgeAction('creation.removeTemplate', { environmentId }, setupChange);
  const announce = useAnnounce();
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const templates = setup?.templates ?? [];
  const current = templates.find(({ id }) => id === chosen);
  return (
    <Section title="Templates" collapsible closed={false}>
      <Stack gap={10}>
        {templates.length > 0 && (
          <Group align="flex-end">
            <Select
              flex="1 1 16rem"
              label="Template"
              placeholder="Choose a template"
              data={templates.map(({ id, name: label }) => ({ value: id, label }))}
              value={current ? chosen : null}
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
        )}
        <Group align="flex-end">
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
            loading={saving.busy}
            onClick={async () => {
              if (await saving.run({ name: name.trim(), request })) {
                announce(`Template ${name.trim()} saved`);
                setName('');
              }
            }}
          >
            Save template
          </Button>
        </Group>
        {saving.failure && <FailureNotice failure={saving.failure} />}
        {removing.failure && <FailureNotice failure={removing.failure} />}
        {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      </Stack>
    </Section>
  );
}
