import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import { Section } from '../../ui/section.tsx';
import { PartFailure } from '../environments/part-failure.tsx';

/** Saves the public keys with which others check what this console signed. */
export function PublicKeysSection() {
  const { run, busy, failure } = useBridgeAction('consoleKey.export', {}, { saves: true });
  const keys = useBridgeQuery('consoleKey.list', {});
  const current = keys.data?.keys.find(({ retiredAt }) => retiredAt === undefined);
  return (
    <Section title="Public keys for receipts">
      <Stack align="flex-start" gap={10}>
        <Text maw={736}>
          Receipts, reports, the register and evidence packs are signed with this console’s key. Whoever
          checks them needs the file with its public keys, the former ones included, and compares the
          fingerprint with you by phone. The file contains no secret and says how to check.
        </Text>
        <Button loading={busy} leftSection={<IconDownload size={14} />} onClick={() => void run()}>
          Export public keys
        </Button>
        {current && (
          <Text>
            {'Fingerprint of the current key (SHA-256): '}
            <code>{current.id.match(/.{4}/g)?.join(' ')}</code>{' '}
            <CopyButton value={current.id} label="fingerprint" />
          </Text>
        )}
        {current?.kept === 'session' && (
          <Text>
            This key is in memory only, since no key can be kept in the keychain. The next start has another
            one: export it again.
          </Text>
        )}
        <PartFailure failure={failure ?? keys.failure} />
      </Stack>
    </Section>
  );
}
