import { Box, Group, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import classes from './page.module.css';
import { useUiServices } from './services.tsx';
import { LoadingBar } from './waiting.tsx';

interface PageProps {
  title: ReactNode;
  /** The title of the window, where the title of the page is no text or personal data. */
  windowTitle?: string;
  /** Follows the title for screen readers: what is shown beside it, such as a status. */
  spokenTitle?: string | undefined;
  /** A line under the title that says what is shown. */
  subtitle?: ReactNode;
  /** The title takes one line; the head is as low as can be. */
  compact?: boolean;
  /** Beside the title, such as a status. */
  aside?: ReactNode;
  /** Buttons at the far end of the title. */
  actions?: ReactNode;
  /** Below the header and always visible, such as tabs. */
  bar?: ReactNode;
  /** Something is being loaded: a thin bar shows. */
  busy?: boolean;
  /** The content fills the page and scrolls by itself. */
  fills?: boolean;
  children: ReactNode;
}

/**
 * Shows the work area of a page: its title and actions stay in sight, its content scrolls. When one goes to another place the
 * title takes the focus, so that keyboard and screen reader begin there (renderer/shell/pages.tsx).
 */
export function Page({
  title,
  windowTitle = typeof title === 'string' ? title : '',
  spokenTitle,
  subtitle,
  compact = false,
  aside,
  actions,
  bar,
  busy = false,
  fills = false,
  children,
}: PageProps) {
  const { keptScroll, watchScroll, place } = useUiServices();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = [windowTitle, place(), 'Assay'].filter(Boolean).join(' – ');
    return () => {
      document.title = 'Assay';
    };
  }, [windowTitle, place]);
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) {
      return;
    }
    const scroll = keptScroll();
    if (scroll > 0) {
      // Lays the page out.
      element.scrollTop = scroll;
    }
    return watchScroll(() => element.scrollTop);
  }, [keptScroll, watchScroll]);
  return (
    <div className={classes.page}>
      <header className={classes.head} data-compact={compact}>
        <Box miw={0} flex="1 1 18rem">
          <div className={classes.line}>
            <h1 className={classes.title} tabIndex={-1}>
              {title}
              {spokenTitle !== undefined && <VisuallyHidden component="span">. {spokenTitle}</VisuallyHidden>}
            </h1>
            {aside}
          </div>
        </Box>
        {actions !== undefined && <Group gap={6}>{actions}</Group>}
        {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
        <LoadingBar busy={busy} />
      </header>
      {bar !== undefined && <div className={classes.bar}>{bar}</div>}
      <div ref={content} className={classes.content} data-fills={fills} aria-busy={busy}>
        {children}
      </div>
    </div>
  );
}
