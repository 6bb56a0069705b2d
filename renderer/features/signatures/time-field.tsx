import { Button, Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { type InputState, localIn } from './input-store.ts';

/** Chooses the moment for checking the timestamp: now, or a given one, as for a callback that was stored. */
export function TimeField({ store }: { store: StoreApi<InputState> }) {
  const { time, asOf, timestamp, setTime, setAsOf } = useStore(store);
  const id = useId();
  const ms = /^\d{1,14}$/.test(timestamp) ? Number(timestamp) : undefined;
  return (
    <>
      <div>
        <Text span display="block" fw={500} mb={2} id={id}>
          Check time against
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          value={time}
          onChange={(value) => setTime(value === 'as-of' ? 'as-of' : 'now')}
          data={[
            { value: 'now', label: 'Now' },
            { value: 'as-of', label: 'As of…' },
          ]}
        />
      </div>
      {time === 'as-of' && (
        <Group gap={6} flex="1 1 100%">
          <TextInput
            type="datetime-local"
            step="1"
            id="signatures-as-of"
            aria-label="Date and time"
            value={asOf.local}
            onChange={(event) => setAsOf({ local: event.currentTarget.value })}
            flex="1 1 11.5rem"
          />
          <NativeSelect
            aria-label="Offset from UTC"
            value={asOf.offset}
            onChange={(event) => setAsOf({ offset: event.currentTarget.value })}
            data={offsetsWith(asOf.offset)}
          />
          <Button
            disabled={ms === undefined}
            onClick={() => ms !== undefined && setAsOf({ local: localIn(ms, asOf.offset) })}
          >
            When signed
          </Button>
        </Group>
      )}
    </>
  );
}

const offsets = [
  ...['-12:00', '-11:00', '-10:00', '-09:30', '-09:00', '-08:00', '-07:00', '-06:00', '-05:00', '-04:00'],
  ...['-03:30', '-03:00', '-02:00', '-01:00', '+00:00', '+01:00', '+02:00', '+03:00', '+03:30', '+04:00'],
  ...['+04:30', '+05:00', '+05:30', '+05:45', '+06:00', '+06:30', '+07:00', '+08:00', '+08:45', '+09:00'],
  ...['+09:30', '+10:00', '+10:30', '+11:00', '+12:00', '+12:45', '+13:00', '+14:00'],
];

function offsetsWith(own: string): { value: string; label: string }[] {
  const all = offsets.includes(own) ? offsets : [own, ...offsets];
  return all.map((value) => ({ value, label: value === '+00:00' ? 'UTC' : `UTC${value.replace('-', '−')}` }));
}
