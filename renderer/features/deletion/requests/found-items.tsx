import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CaseMatch } from '../../../../preload/contract/cases.ts';
import type { ErasedItem, ErasureEntries } from '../../../../preload/contract/erasure.ts';
import { inOneSpelling, isUuid } from '../../../../preload/contract/service/conversation-id.ts';
import { erasedText, isOpenItem } from '../../../../preload/wording/erasure.ts';
import { counted } from '../../../../preload/wording/terms.ts';
import { useEnvironmentQuery } from '../../../environments/use-environment.ts';
import { ConversationButton } from '../../../ui/conversation-button.tsx';
import layout from '../../../ui/layout.module.css';
import { FailureNotice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { submitted, useFormCheck, useTexts } from '../../../ui/use-form-check.ts';
import { UserKey } from '../../../ui/user-key.tsx';
import type { From } from '../deletion-state.ts';
import { PersonText } from '../person-text.tsx';
import { StepForm } from '../step-form.tsx';

type Items = ErasureEntries['items'];

interface FoundItemsProps {
  /** The person who asked. */
  person: string;
  items: readonly ErasedItem[];
  busy: boolean;
  isReadOnly: boolean;
  /** True while it can be changed. */
  isOpen: boolean;
  onDelete(from: From): void;
  /** Drops the failure of the last save. */
  onFormClose(): void;
  /** Resolves to whether it was saved. */
  onItems(items: Items): Promise<boolean>;
}

/** Finds the conversations of a person, and shows for each whether it was deleted, refused and why, or neither. */
export function FoundItems(props: FoundItemsProps) {
  const { person, items, busy, isReadOnly, isOpen, onDelete, onFormClose, onItems } = props;
  const { texts, field } = useTexts({ text: '' });
  const [asked, setAsked] = useState<string>();
  const check = useFormCheck({ text: texts.text.trim() === '' && 'Enter a name or number.' });
  const search = useEnvironmentQuery(
    'cases.search',
    asked === undefined ? undefined : { text: asked, max: 1000 },
  );
  const plain: Items = items.map(({ conversationId, refused }) => ({
    conversationId,
    ...(refused && { refused }),
  }));
  const replace = (item: Items[number]) =>
    onItems(plain.map((one) => (one.conversationId === item.conversationId ? item : one)));
  const itemIds = new Set(items.map(({ conversationId }) => conversationId));
  const all = foundIds(asked, search.data?.matches);
  const newIds = all.filter((id) => !itemIds.has(id));
  const matches = (search.data?.matches ?? []).filter(({ row }) => newIds.includes(row.conversationId));
  const open = items.filter(isOpenItem);
  const columns: Column<ErasedItem>[] = [
    { heading: 'Conversation', isName: true, cell: (row) => <ConversationButton {...row} /> },
    { heading: 'State', cell: (item) => <OutsideText text={erasedText(item)} max={1200} /> },
    {
      heading: 'Actions',
      isHeadingHidden: true,
      cell: ({ conversationId, deleted, isGone, refused }) =>
        deleted?.outcome !== 'confirmed' &&
        isOpen && (
          <Group gap={6} justify="flex-end">
            {isGone ? null : refused === undefined ? (
              <StepForm
                label="Refuse"
                text={{
                  label: 'Why it is not deleted',
                  description:
                    'The letter says it: a legal duty to keep it, such as AML law, or another ground of Art. 17(3).',
                  missing: 'Enter a reason.',
                }}
                busy={busy}
                onClose={onFormClose}
                onSave={({ text: reason }) => replace({ conversationId, refused: reason })}
              />
            ) : (
              <Button onClick={() => void replace({ conversationId })}>Withdraw refusal</Button>
            )}
            <Button
              aria-label={`Leave out ${conversationId}`}
              onClick={() => void onItems(plain.filter((one) => one.conversationId !== conversationId))}
            >
              Leave out
            </Button>
          </Group>
        ),
    },
  ];
  return (
    <Section
      title="Found"
      aside={<span className={layout.quietParagraph}>{items.length.toLocaleString('en')}</span>}
      actions={
        open.length > 0 && (
          <Button
            variant="filled"
            color="red"
            disabled={isReadOnly}
            onClick={() => onDelete({ ids: open.map(({ conversationId }) => conversationId) })}
          >
            Delete data of {counted(open.length, 'conversation')}…
          </Button>
        )
      }
    >
      <Stack>
        {isOpen && (
          <form ref={check.ref} onSubmit={submitted(() => check.passes() && setAsked(texts.text.trim()))}>
            <Group align="end">
              <TextInput
                label="Find the person’s conversations"
                description="A name, birth date, e-mail address or phone number, a user key, a document number, a national id or a conversation id."
                w={420}
                maxLength={512}
                {...field('text', check.errors)}
                spellCheck={false}
              />
              <Button type="submit" loading={search.busy}>
                Find
              </Button>
              <Button loading={search.busy} onClick={() => setAsked(person)}>
                Find by name
              </Button>
              {newIds.length > 0 && (
                <Button
                  variant="filled"
                  loading={busy}
                  onClick={() =>
                    void onItems([...plain, ...newIds.map((conversationId) => ({ conversationId }))])
                  }
                >
                  Add {counted(newIds.length, 'conversation')}
                </Button>
              )}
              <span role="status" className={layout.quietParagraph}>
                {search.data !== undefined &&
                  newIds.length === 0 &&
                  `Nothing ${all.length === 0 ? '' : 'else '}was found in this console.`}
              </span>
            </Group>
          </form>
        )}
        {matches.length > 0 && isOpen && (
          <>
            <p className={layout.quietParagraph}>
              These are in this console’s list of cases. The service cannot be asked for people, so there may
              be more. Several people may have one name: compare the birth dates.
            </p>
            <Table<CaseMatch>
              label="Matches"
              columns={[
                {
                  heading: 'Person',
                  cell: ({ name, birthDate }) => <PersonText name={name} birthDate={birthDate} />,
                },
                {
                  heading: 'User key',
                  cell: ({ row: { userKey } }) => userKey !== undefined && <UserKey userKey={userKey} />,
                },
                {
                  heading: 'Conversation',
                  isName: true,
                  cell: ({ row }) => <span className={layout.identifier}>{row.conversationId}</span>,
                },
                {
                  heading: 'Add',
                  isHeadingHidden: true,
                  cell: ({ row: { conversationId } }) => (
                    <Button
                      aria-label={`Add ${conversationId}`}
                      loading={busy}
                      onClick={() => void onItems([...plain, { conversationId }])}
                    >
                      Add
                    </Button>
                  ),
                },
              ]}
              rows={matches}
            />
          </>
        )}
        {search.failure && <FailureNotice failure={search.failure} />}
        {items.length > 0 && <Table label="Found conversations" columns={columns} rows={items} />}
      </Stack>
    </Section>
  );
}

/** Returns the conversations that a search found; a conversation id that this console does not know counts. */
function foundIds(asked: string | undefined, matches: readonly CaseMatch[] | undefined): string[] {
  if (asked === undefined || matches === undefined) {
    return [];
  }
  const ids = matches.map(({ row }) => row.conversationId);
  const isId = ids.length === 0 && isUuid(asked);
  return [...new Set(isId ? [inOneSpelling(asked)] : ids)];
}
