import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationInfo } from '../../../preload/contract/application.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import { Field } from '../../ui/field-list.tsx';
import { Section } from '../../ui/section.tsx';
import { useUiServices } from '../../ui/services.tsx';

/** Versions of the application, for support requests. */
export function About({ info }: { info: ApplicationInfo }) {
  const parts: [name: string, version: string][] = [
    ['Assay', info.version],
    ['Platform', info.platform],
    ...Object.entries(info.versions),
  ];
  const text = parts.map(([name, version]) => `${name} ${version}`).join('\n');
  return (
    <Section title="About" actions={<CopyButton value={text} label="versions" />}>
      <Stack align="flex-start" gap={10}>
        <dl>
          {parts.map(([name, version]) => (
            <Field key={name} label={name}>
              {version}
            </Field>
          ))}
        </dl>
        <CopyDiagnostics />
      </Stack>
    </Section>
  );
}

function CopyDiagnostics() {
  const { run } = useBridgeAction('application.diagnostics', {});
  const { clipboard, announce } = useUiServices();
  const [result, setResult] = useState<string>();
  const copy = async () => {
    const diagnostics = await run();
    const isCopied =
      diagnostics &&
      (await clipboard.copy(diagnostics.text).then(
        () => true,
        () => false,
      ));
    const message = isCopied ? 'Copied.' : 'Diagnostics could not be copied. Try again.';
    setResult(message);
    announce(message);
  };
  return (
    <Group gap={12}>
      <Button onClick={() => void copy()}>Copy diagnostics</Button>
      <Text maw={736}>
        {result ?? 'Versions, capabilities and the last lines of the log, without ids, names or keys.'}
      </Text>
    </Group>
  );
}
