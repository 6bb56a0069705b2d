import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import classes from './case-strip.module.css';

interface DisagreementsProps {
  disagreements: readonly string[];
  /** Shows the check of the journal. */
  onCheck(): void;
}

/** Shows above a case that was changed outside the console what the list said, and that the journal counts. */
export function Disagreements({ disagreements, onCheck }: DisagreementsProps) {
  return (
    <section className={classes.strip} role="alert" aria-label="Changed outside Assay">
      <span className={classes.item}>
        <IconAlertTriangle size={15} aria-hidden className={classes.icon} />
        <span className={layout.strong}>
          {disagreements.map((text) => (
            <OutsideText key={text} text={`${text} `} max={2000} />
          ))}
        </span>
        <span className={layout.quiet}>No evidence pack of this case can be signed.</span>
        <Button size="compact-xs" onClick={onCheck}>
          Check the journal
        </Button>
      </span>
    </section>
  );
}
