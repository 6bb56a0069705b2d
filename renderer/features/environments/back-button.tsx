import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useGo } from '../../ui/services.tsx';

export function BackButton() {
  const go = useGo();
  return (
    <Button leftSection={<IconArrowLeft size={14} />} onClick={() => go({ page: 'settings' })}>
      All settings
    </Button>
  );
}
