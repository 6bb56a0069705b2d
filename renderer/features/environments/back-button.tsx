import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';

export function BackButton({ onBack }: { onBack(): void }) {
  return (
    <Button leftSection={<IconArrowLeft size={14} />} onClick={onBack}>
      All settings
    </Button>
  );
}
