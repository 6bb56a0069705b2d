import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from './layout.module.css';
import { Page } from './page.tsx';

interface TabbedPageProps<View extends string> {
  title: string;
  subtitle?: string;
  views: readonly { value: View; label: string; content(): ReactNode }[];
  view: View;
  onView(view: View): void;
  /** The content fills the page and scrolls by itself. */
  fills?: boolean;
}

/** Shows a page with several views, each on a tab. */
export function TabbedPage<View extends string>(props: TabbedPageProps<View>) {
  const { title, subtitle, views, view, onView, fills = false } = props;
  const viewOf = (value: string | null) => views.find((one) => one.value === value);
  return (
    <Tabs value={view} onChange={(value) => onView(viewOf(value)?.value ?? view)} h="100%">
      <Page
        title={title}
        subtitle={subtitle}
        fills={fills}
        bar={
          <Tabs.List aria-label={title} className={layout.tabs ?? ''}>
            {views.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel key={view} value={view} {...(fills && { flex: '1', display: 'flex', miw: 0, mih: 0 })}>
          {viewOf(view)?.content()}
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
