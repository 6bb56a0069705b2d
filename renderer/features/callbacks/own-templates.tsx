import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MessageTemplate } from '../../../preload/contract/callback-resending.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { FailureNotice } from '../../ui/notices.tsx';
import { headersOf } from './send-draft.ts';

interface OwnTemplateProps {
  body: string;
  /** One on each line. */
  headers: string;
  /** The template that the message was made from. */
  template: MessageTemplate | undefined;
  onTemplate(id: string | null): void;
}

const change = { changes: ['callbacks.templates'] } as const;

/** Keeps the message as a template of one's own; saves, renames and deletes the one that it was made from. */
export function OwnTemplate({ body, headers, template, onTemplate }: OwnTemplateProps) {
  const saving = useEnvironmentAction('callbacks.saveTemplate', {}, change);
  const deleting = useEnvironmentAction('callbacks.deleteTemplate', {}, change);
  const [label, setTyped] = useState<string>();
  const name = label ?? template?.name ?? '';
  const save = async (id?: string) => {
    const content = { name, body, headers: headersOf(headers), ...omitUndefined({ id }) };
    const result = await saving.run({ template: content }, `Template ${name.trim()} saved`);
    if (result) {
      setTyped(undefined);
      onTemplate(result.id);
    }
  };
  const failure = saving.failure ?? deleting.failure;
  return (
    <>
      <TextInput
        label="Template of your own"
        placeholder="Name"
        maxLength={80}
        value={name}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Group gap={6}>
        {template && (
          <Button disabled={name.trim() === ''} loading={saving.busy} onClick={() => void save(template.id)}>
            Save
          </Button>
        )}
        <Button disabled={name.trim() === '' || name.trim() === template?.name} onClick={() => void save()}>
          Save as new
        </Button>
        {template && (
          <Button
            loading={deleting.busy}
            onClick={async () => {
              if (await deleting.run({ templateId: template.id }, `Template ${template.name} deleted`)) {
                setTyped(undefined);
                onTemplate(null);
              }
            }}
          >
            Delete
          </Button>
        )}
      </Group>
      {failure && <FailureNotice failure={failure} />}
    </>
  );
}
