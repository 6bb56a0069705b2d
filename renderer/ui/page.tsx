import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './page.module.css';
import { useUiServices } from './services.tsx';
import { LoadingBar } from './waiting.tsx';

interface RoomProps {
  title: string;
  /** A line under the title that says what is shown. */
  subtitle?: ReactNode;
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
 * The work area of a room: its title and actions stay in sight, its content scrolls. When one goes to another place the
 * title takes the focus, so that keyboard and screen reader begin there (renderer/shell/pages.tsx).
 */
export function Page({
  title,
  subtitle,
  aside,
  actions,
  bar,
  busy = false,
  fills = false,
  children,
}: RoomProps) {
  const { keptScroll, watchScroll } = useUiServices();
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) {
      return;
    }
    element.scrollTop = keptScroll();
    return watchScroll(() => element.scrollTop);
  }, [keptScroll, watchScroll]);
  return (
    <div className={classes.room}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <div className={classes.line}>
            <h1 className={classes.title} tabIndex={-1}>
              {title}
            </h1>
            {aside}
          </div>
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
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
