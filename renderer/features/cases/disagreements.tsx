import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Bar } from '../../ui/bar.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useGo } from '../../ui/services.tsx';

/** Shows above a case that was changed outside the console what the list said, and that the journal counts. */
export function Disagreements({ disagreements }: { disagreements: readonly string[] }) {
  const go = useGo();
  return (
    <Bar mih={36} py={4} name="Changed outside Assay">
      <IconAlertTriangle size={15} aria-hidden color="var(--status-caution)" />
      <span className={layout.strong} role="alert">
        {disagreements.map((text) => (
          <OutsideText key={text} text={`${text} `} max={2000} />
        ))}
      </span>
      <span className={layout.quiet}>No evidence pack of this case can be signed.</span>
      <Button size="compact-xs" onClick={() => go({ page: 'reports', view: 'journal' })}>
        Check the journal
      </Button>
    </Bar>
  );
}
