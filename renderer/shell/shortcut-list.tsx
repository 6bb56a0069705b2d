import { Box, Flex, Modal, Title } from '@mantine/core';
import { useStore } from 'zustand';
import { type Action, generalGroups } from '../actions/action-store.ts';
import { PreferenceSwitch, preferenceSwitches } from '../preferences/preference-switch.tsx';
import { useStores } from '../stores.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import classes from './shortcut-list.module.css';

/** Shows every shortcut that works now, by group. */
export function ShortcutList({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { actions: store, preferences } = useStores();
  const actions = useStore(store, (state) => state.actions);
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={classes.groups}>
        {byGroup(actions).map(([group, members]) => (
          <section key={group} className={classes.group}>
            <Title order={3} mb={4} fz={12} fw={650} c="dimmed">
              {group}
            </Title>
            <dl>
              {members.map(({ id, label, shortcut = '', alias }) => (
                <Flex key={id} align="center" justify="space-between" gap={16} mih={26}>
                  <dt>{label}</dt>
                  <Flex component="dd" gap={10}>
                    {alias !== undefined && <ShortcutHint shortcut={alias} />}
                    <ShortcutHint shortcut={shortcut} />
                  </Flex>
                </Flex>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Box pt={12} className={classes.single}>
        <PreferenceSwitch store={preferences} of={preferenceSwitches.singleKeys} />
      </Box>
    </Modal>
  );
}

/** Returns the actions that have a shortcut, those of the current page first, then those available everywhere in a fixed order. */
function byGroup(actions: readonly Action[]): [group: string, members: Action[]][] {
  const withKeys = actions.filter(({ shortcut }) => shortcut !== undefined);
  return [...Map.groupBy(withKeys, ({ group = 'Here' }) => group)].sort(
    ([one], [other]) => generalGroups.indexOf(one) - generalGroups.indexOf(other),
  );
}
