import { Box, Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import layout from './layout.module.css';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  /** Shown beside the title: a status, a count. */
  aside?: ReactNode;
  /** Buttons at the far end of the title. */
  actions?: ReactNode;
  collapsible?: boolean;
  /** Closed at first; only with `collapsible`. */
  closed?: boolean;
  /** The place in the data that a finding may lead to. */
  evidence?: string;
  /** Receives the title, which then can be focused. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** Shows a titled panel. Its content is made only once it has been open. */
export function Section({
  title,
  aside,
  actions,
  collapsible = false,
  closed = false,
  evidence,
  titleRef,
  children,
}: SectionProps) {
  const [open, setOpen] = useState(!(collapsible && closed));
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={`${id}-title`} data-evidence={evidence}>
      <header className={classes.head} data-open={open}>
        <h2
          ref={titleRef}
          className={classes.title}
          id={`${id}-title`}
          tabIndex={titleRef === undefined ? undefined : -1}
        >
          {collapsible ? (
            <Box
              component="button"
              type="button"
              className={layout.toggle}
              ml={-6}
              aria-expanded={open}
              aria-controls={`${id}-body`}
              onClick={() => setOpen(!open)}
            >
              <IconChevronRight size={14} className={layout.chevron} aria-hidden />
              {title}
            </Box>
          ) : (
            title
          )}
        </h2>
        {aside}
        {actions !== undefined && (
          <Group gap={6} ml="auto">
            {actions}
          </Group>
        )}
      </header>
      <Box pt={10} pb={12} px={14} id={`${id}-body`} hidden={!open}>
        {open && children}
      </Box>
    </section>
  );
}
