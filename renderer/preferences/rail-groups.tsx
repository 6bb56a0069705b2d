import { Checkbox, Group } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { RailGroup } from '../../preload/contract/application.ts';
import { setByPolicyLabel } from '../../preload/wording/policy.ts';
import { useRefusal } from '../ui/policy.tsx';
import type { PreferenceState } from './preference-store.ts';

const groups: readonly (readonly [RailGroup, string])[] = [
  ['data', 'Data protection'],
  ['integration', 'Integration'],
];

/** Shows which groups of pages are in the rail. */
export function RailGroups({ store, label }: { store: StoreApi<PreferenceState>; label: string }) {
  const hidden = useStore(store, ({ hiddenGroups }) => hiddenGroups) ?? [];
  const isOff = useRefusal('integration') !== undefined;
  return (
    <Checkbox.Group
      label={label}
      value={[
        'review',
        ...groups.map(([id]) => id).filter((id) => !hidden.includes(id) && !(isOff && id === 'integration')),
      ]}
      onChange={(shown) =>
        store.getState().change({
          hiddenGroups: groups
            .map(([id]) => id)
            // A group that the policy turns off stays as the user chose it.
            .filter((id) => (isOff && id === 'integration' ? hidden.includes(id) : !shown.includes(id))),
        })
      }
    >
      <Group gap={20} mt={6}>
        <Checkbox value="review" label="Review" disabled />
        {groups.map(([id, name]) => (
          <Checkbox
            key={id}
            value={id}
            disabled={isOff && id === 'integration'}
            label={name}
            description={isOff && id === 'integration' && setByPolicyLabel}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
