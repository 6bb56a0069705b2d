import { Button } from '@mantine/core';
import { useEnvironmentQuery } from '../environments/use-environment.ts';

interface ListenerAddressProps {
  onUse(url: string): void;
}

/** Offers the address of the console's own listener, also while it is off, since it is started there again. */
export function ListenerAddress({ onUse }: ListenerAddressProps) {
  const { url, kept } = useEnvironmentQuery('callbacks.listener', {}).data ?? {};
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
