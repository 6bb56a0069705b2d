import { type ReactNode, useEffect, useRef } from 'react';
import classes from './room.module.css';
import { useUiServices } from './services.tsx';
import { QuietBar } from './waiting.tsx';

interface RoomProps {
  title: string;
  /** Under the title: what is looked at, in a line. */
  subtitle?: ReactNode;
  /** Beside the title, such as a status. */
  aside?: ReactNode;
  /** Buttons at the far end of the title. */
  actions?: ReactNode;
  /** Under the head and always in sight, such as tabs. */
  bar?: ReactNode;
  /** Something is on its way: a quiet bar shows. */
  busy?: boolean;
  /** The content fills the room to its edges and scrolls by itself. */
  fills?: boolean;
  children: ReactNode;
}

/**
 * The work area of a room: its title and actions stay in sight, its content scrolls. A room that appears because one
 * went there takes the focus to its title, so that keyboard and screen reader begin there; give the room a `key` when it
 * should appear anew.
 */
export function Room({
  title,
  subtitle,
  aside,
  actions,
  bar,
  busy = false,
  fills = false,
  children,
}: RoomProps) {
  const { takeMove } = useUiServices();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeMove()) heading.current?.focus({ preventScroll: true });
  }, [takeMove]);
  return (
    <div className={classes.room}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <div className={classes.line}>
            <h1 className={classes.title} ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {aside}
          </div>
          {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        <QuietBar busy={busy} />
      </header>
      {bar !== undefined && <div className={classes.bar}>{bar}</div>}
      <div className={classes.content} data-fills={fills} aria-busy={busy}>
        {children}
      </div>
    </div>
  );
}
