import { Tabs } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type ConversationView, conversationViews } from '../../../navigation.ts';
import layout from '../../../ui/layout.module.css';
import { useUiServices } from '../../../ui/services.tsx';
import { keyShortcuts, ShortcutHint } from '../../../ui/shortcut-hint.tsx';
import classes from './data-part.module.css';
import type { Evidence } from './desk-store.ts';

const labels: Readonly<Record<ConversationView, string>> = {
  result: 'Result',
  media: 'Files',
  raw: 'Raw response',
  calls: 'Calls',
  history: 'History',
};

interface DataPartProps {
  view: ConversationView;
  onView(view: ConversationView): void;
  /** The result, to which a finding leads. */
  highlight: Evidence | undefined;
  /** Above the content, whatever the view. */
  notices?: ReactNode;
  /** The content of the view. */
  children: ReactNode;
}

/** Shows the left part of the desk: the case's data in tabs. */
export function DataPart({ view, onView, highlight, notices, children }: DataPartProps) {
  const { keptScroll, watchScroll } = useUiServices();
  const content = useRef<HTMLDivElement>(null);
  useHighlight(content, view === 'result' ? highlight : undefined);
  useLayoutEffect(() => {
    const element = content.current;
    if (!element || view !== 'result') {
      return;
    }
    const top = keptScroll();
    // Setting it lays out the whole page once more, and a new view is at 0.
    if (top > 0) {
      element.scrollTop = top;
    }
    return watchScroll(() => element.scrollTop);
  }, [keptScroll, watchScroll, view]);
  return (
    <Tabs
      value={view}
      onChange={(value) => onView(conversationViews.find((one) => one === value) ?? 'result')}
      keepMounted={false}
      className={classes.tabs ?? ''}
    >
      <Tabs.List aria-label="Views of the conversation" className={classes.list ?? ''}>
        {conversationViews.map((one, index) => (
          <Tabs.Tab
            key={one}
            value={one}
            className={classes.tab ?? ''}
            {...keyShortcuts(`alt+${index + 1}`)}
            rightSection={
              <span className={classes.hint}>
                <ShortcutHint shortcut={`alt+${index + 1}`} isHidden />
              </span>
            }
          >
            {labels[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {conversationViews.map((one) => (
        <Tabs.Panel key={one} value={one} className={layout.fillingColumn ?? ''}>
          {one === view && <div className={classes.notices}>{notices}</div>}
          <div
            ref={one === view ? content : undefined}
            className={classes.content}
            data-fills={one !== 'result'}
          >
            {one === view && children}
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Highlights the first of the paths that is in the page, and scrolls to it. */
function useHighlight(content: RefObject<HTMLElement | null>, highlight: Evidence | undefined): void {
  useEffect(() => {
    const root = content.current;
    if (!root || !highlight) {
      return;
    }
    const target = highlight.paths
      .map((path) => CSS.escape(path))
      .map((path) => root.querySelector(`[data-field="${path}"], [data-evidence="${path}"]`))
      .find((element) => element !== null);
    if (!target) {
      return;
    }
    target.setAttribute('data-highlighted', 'true');
    target.scrollIntoView({ block: 'center' });
    const stop = target instanceof HTMLElement ? focusFromKeyboard(target) : undefined;
    return () => {
      stop?.();
      target.removeAttribute('data-highlighted');
    };
  }, [content, highlight]);
}

/** Moves the focus from a finding chosen by keyboard to its evidence; Escape returns to the finding. @returns ends it */
function focusFromKeyboard(evidence: HTMLElement): (() => void) | undefined {
  const finding = document.activeElement;
  if (!(finding instanceof HTMLElement) || !finding.matches('[data-finding]:focus-visible')) {
    return;
  }
  const back = (press: KeyboardEvent) => {
    if (press.key === 'Escape') {
      press.preventDefault();
      finding.focus();
    }
  };
  evidence.tabIndex = -1;
  evidence.focus({ preventScroll: true });
  evidence.addEventListener('keydown', back);
  return () => evidence.removeEventListener('keydown', back);
}
