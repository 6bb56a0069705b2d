import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '../../../../preload/wording/terms.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../../environments/use-environment.ts';
import { FileChoice } from '../../../ui/file-choice.tsx';
import { FailureNotice } from '../../../ui/notices.tsx';

/** Reads the ends of relationships from a column of a file, shows what was found, and saves it. */
export function StartsButton() {
  const [file, setFile] = useState<{ name: string; source: Uint8Array }>();
  return (
    <>
      <FileChoice
        icon={<IconFileUpload size={14} aria-hidden />}
        onFile={async (chosen) =>
          setFile({ name: chosen.name, source: new Uint8Array(await chosen.arrayBuffer()) })
        }
      >
        Import ends of relationships…
      </FileChoice>
      <Modal opened={file !== undefined} onClose={() => setFile(undefined)} title="Ends of relationships">
        {file && <FoundStarts {...file} onClose={() => setFile(undefined)} />}
      </Modal>
    </>
  );
}

interface FoundStartsProps {
  name: string;
  source: Uint8Array;
  onClose(): void;
}

function FoundStarts({ name, source, onClose }: FoundStartsProps) {
  const [column, setColumn] = useState<string>();
  const input = { source, ...(column === undefined ? {} : { column }) };
  const read = useEnvironmentQuery('due.readStarts', { ...input }, { keepPrevious: true });
  const save = useEnvironmentAction('due.importStarts', {}, { changes: ['due.rows', 'due.summary'] });
  const { data } = read;
  const failure = save.failure ?? read.failure;
  return (
    <Stack>
      <p>{name}</p>
      {failure && <FailureNotice failure={failure} />}
      {data && (
        <>
          <NativeSelect
            label="Column with the day on which the relationship ended"
            value={column ?? data.column}
            data={data.columns}
            onChange={(event) => setColumn(event.currentTarget.value)}
          />
          <ul role="status">
            <li>{counted(data.found, 'conversation gets a new date', 'conversations get a new date')}</li>
            <li>{counted(data.unchanged, 'has this date already', 'have this date already')}</li>
            <li>
              {counted(
                data.unknown,
                'line names no case of this console',
                'lines name no case of this console',
              )}
            </li>
            <li>
              {counted(
                data.unreadable,
                'line has no date that can be read',
                'lines have no date that can be read',
              )}
            </li>
          </ul>
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="filled"
          disabled={data === undefined || data.found === 0}
          loading={save.busy}
          onClick={async () => {
            if (await save.run(input, 'Ends of relationships saved')) {
              onClose();
            }
          }}
        >
          Save dates
        </Button>
      </Group>
    </Stack>
  );
}
