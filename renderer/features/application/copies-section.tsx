import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { Question } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import itemList from '../environments/item-list.module.css';
import { PartFailure } from '../environments/part-failure.tsx';
import { useCaseSettings } from './own-list.tsx';

/** The size of the files, and the copies of the list of cases, to restore. */
export function CopiesSection() {
  const { data: files, failure } = useBridgeQuery('cases.files', {});
  const restore = useBridgeAction('cases.restore', {}, { changes: ['cases.files'] });
  const reasons = useCaseSettings();
  const [asked, setAsked] = useState<string>();
  const run = async (name: string) => {
    if (await restore.run({ name }, 'Copy restored')) {
      // The copy has its own reasons.
      reasons.refresh();
      setAsked(undefined);
    }
  };
  return (
    <Section title="Stored cases and copies">
      <Stack align="flex-start" gap={10}>
        <Text maw={736}>{filesText(files)}</Text>
        {files?.storage === 'disk' && (
          <Text maw={736}>
            Once a day and before an upgrade the console copies the list of cases, encrypted with the same
            key, on this computer. The last three copies are kept. Cases you forget are removed from the
            copies, too.
          </Text>
        )}
        {files?.storage === 'disk' && files.copies.length > 0 && (
          <Box component="ul" w="100%" className={`${layout.plainList} ${layout.lines}`}>
            {files.copies.map(({ name, at }) => (
              <li key={name} className={itemList.item}>
                <Flex component="span" direction="column" gap={2} miw={0} className={layout.anywhere}>
                  <Time at={at} relative={false} />
                </Flex>
                {asked !== name && (
                  <span className={itemList.buttons}>
                    <Button onClick={() => setAsked(name)}>Restore…</Button>
                  </span>
                )}
                {asked === name && (
                  <Question
                    text="The list is restored from this copy in all environments. Decisions, notes and labels made since then are kept, since they are in the journal. Saved views and reads since then are not; the present list is kept as a copy. Settings and reading in progress stay as they are."
                    action="Restore this copy"
                    busy={restore.busy}
                    onConfirm={() => void run(name)}
                    onCancel={() => setAsked(undefined)}
                  />
                )}
              </li>
            ))}
          </Box>
        )}
        <PartFailure failure={restore.failure ?? failure} />
      </Stack>
    </Section>
  );
}

export function filesText(files: OperationOutput<'cases.files'> | undefined): string {
  if (files === undefined) {
    return '';
  }
  if (files.storage === 'memory') {
    return 'Cases and the journal are kept in memory until the console closes, since no key can be kept in the keychain. They are not copied.';
  }
  if (files.bytes === undefined) {
    return 'Nothing is stored yet.';
  }
  const { cases, journal, copies } = files.bytes;
  return `The list takes ${formatBytes(cases)}, the journal ${formatBytes(journal)}, the copies ${formatBytes(copies)}.`;
}
