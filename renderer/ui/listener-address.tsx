import { Button } from '@mantine/core';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';

interface ListenerAddressProps {
  environmentId: string;
  onUse(url: string): void;
}

/** Offers the address of the console's own listener, also while it is off, since it is started there again. */
export function ListenerAddress({ environmentId, onUse }: ListenerAddressProps) {
  const { url, kept } = useBridgeQuery('callbacks.listener', { environmentId }).data ?? {};
  const host = kept?.address === '::1' ? '[::1]' : kept?.address;
  const address = url ?? (kept && `http://${host}:${kept.port}/callback`);
  return (
    address !== undefined && (
      <div>
        <Button size="compact-sm" onClick={() => onUse(address)}>
          Use this console’s listener{url === undefined ? ' (off)' : ''}
        </Button>
      </div>
    )
  );
}
