import { Flex, Text } from '@mantine/core';
import classes from './views-bar.module.css';

export interface ViewTab {
  id: string;
  label: string;
  count?: number | undefined;
}

interface ViewsBarProps {
  tabs: readonly ViewTab[];
  chosen: string | undefined;
  onChoose(id: string): void;
}

/** Shows the views of the list, with the current one marked. */
export function ViewsBar({ tabs, chosen, onChoose }: ViewsBarProps) {
  return (
    <nav aria-label="Views" className={classes.views}>
      <Flex component="ul" gap={2} p={2}>
        {tabs.map(({ id, label, count }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.view}
              {...(id === chosen ? { 'aria-current': 'page' as const } : {})}
              onClick={() => onChoose(id)}
            >
              {label}
              {count !== undefined && (
                <Text span fz={12} fw={400}>
                  {count.toLocaleString('en')}
                </Text>
              )}
            </button>
          </li>
        ))}
      </Flex>
    </nav>
  );
}
