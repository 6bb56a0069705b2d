import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { Form } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import type { FormCheck } from '../../ui/use-form-check.ts';
import itemList from '../environments/item-list.module.css';
import { PartFailure } from '../environments/part-failure.tsx';

/** The built-in environment: what belongs to no environment is asked of it. */
const anyEnvironment = { environmentId: 'sandbox' };

export const useCaseSettings = () => useBridgeQuery('cases.settings', anyEnvironment);

/** The members of the settings that are a company's own lists. */
type ListName = 'reasons' | 'waitingReasons' | 'noteTemplates' | 'checklist';
type Item<N extends ListName> = NonNullable<OperationInput<'cases.saveSettings'>[N]>[number];

interface OwnListProps<N extends ListName> {
  name: N;
  title: string;
  children: ReactNode;
  items: readonly Item<N>[];
  /** Such as “reason”. */
  noun: string;
  /** The second line of an item. */
  detail(item: Item<N>): string;
  /** Edits an item, or a new one, within `OwnForm`. */
  form(item: Item<N> | undefined, buttons: FormParts<Item<N>>): ReactNode;
}

export interface FormParts<T> {
  noun: string;
  isNew: boolean;
  onSave(item: T): void;
  onCancel(): void;
}

/** Shows a list that a company writes itself, for all environments: added, edited, retired. */
export function OwnList<N extends ListName>({
  name,
  title,
  children,
  items,
  noun,
  detail,
  form,
}: OwnListProps<N>) {
  const { failure } = useCaseSettings();
  const save = useBridgeAction('cases.saveSettings', anyEnvironment, { changes: ['cases.settings'] });
  /** The code of the one that is edited; empty for a new one. */
  const [edited, setEdited] = useState<string>();
  const capital = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  const put = async (item: Item<N>, text: string) => {
    const exists = items.some(({ code }) => code === item.code);
    const all = exists ? items.map((one) => (one.code === item.code ? item : one)) : [...items, item];
    if (await save.run({ [name]: all }, `${capital} ${text}`)) {
      setEdited(undefined);
    }
  };
  const parts = (isNew: boolean): FormParts<Item<N>> => ({
    noun,
    isNew,
    onSave: (item) => void put(item, isNew ? 'added' : 'saved'),
    onCancel: () => setEdited(undefined),
  });
  return (
    <Section title={title}>
      <Stack align="flex-start" gap={10}>
        <Text maw={736}>{children}</Text>
        {items.length > 0 && (
          <Box component="ul" w="100%" className={`${layout.plainList} ${layout.lines}`}>
            {items.map((item) => (
              <li key={item.code} className={itemList.item}>
                {edited === item.code ? (
                  form(item, parts(false))
                ) : (
                  <>
                    <Flex component="span" direction="column" gap={2} miw={0} className={layout.anywhere}>
                      <span>
                        {visibleText(item.label)}
                        {item.retired && ' (retired)'}
                      </span>
                      <span className={layout.quietSmall}>{visibleText(detail(item), 300)}</span>
                    </Flex>
                    <span className={itemList.buttons}>
                      <Button
                        aria-label={`Edit ${visibleText(item.label)}`}
                        onClick={() => setEdited(item.code)}
                      >
                        Edit
                      </Button>
                      <Button
                        aria-label={`${item.retired ? 'Offer again' : 'Retire'} ${visibleText(item.label)}`}
                        onClick={() =>
                          void put(
                            { ...item, retired: !item.retired },
                            item.retired ? 'offered again' : 'retired',
                          )
                        }
                      >
                        {item.retired ? 'Offer again' : 'Retire'}
                      </Button>
                    </span>
                  </>
                )}
              </li>
            ))}
          </Box>
        )}
        {edited === '' ? (
          form(undefined, parts(true))
        ) : (
          <Button onClick={() => setEdited('')}>Add a {noun}</Button>
        )}
        <PartFailure failure={save.failure ?? failure} />
      </Stack>
    </Section>
  );
}

/** The code of a new item. */
export const newCode = () => `own-${crypto.randomUUID().slice(0, 8)}`;

interface OwnFormProps<T> {
  parts: FormParts<T>;
  /** The entry to save; undefined while something is missing. */
  entered: T | undefined;
  check: FormCheck;
  children: ReactNode;
}

/** Shows the fields of an item with the buttons below. */
export function OwnForm<T>({ parts, entered, check, children }: OwnFormProps<T>) {
  const { noun, isNew, onSave, onCancel } = parts;
  return (
    <Form
      check={check}
      action={isNew ? 'Add' : `Save ${noun}`}
      isInPage
      align="flex-start"
      onSubmit={() => entered !== undefined && onSave(entered)}
      onCancel={onCancel}
    >
      {children}
    </Form>
  );
}
