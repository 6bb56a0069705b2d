import { Button, Flex, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { IconFileImport, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import type { ImportedRequest } from '../../../preload/contract/signatures.ts';
import { importableFirst, importSourceLabel } from '../../../preload/wording/imports.ts';
import { DropTarget } from '../../ui/drop-target.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import type { InputState } from './input-store.ts';
import shared from './signatures.module.css';
import { useImport } from './use-check.ts';

/** Takes a whole request, pasted or dropped, in any common format. */
export function ImportBox({ store }: { store: StoreApi<InputState> }) {
  const { result: importResult, input, refusal, failure, busy, take, choose } = useImport(store);
  const choice = useStore(store, (state) => state.requestIndex);
  const [draftText, setTyped] = useState('');
  const request = importResult?.requests[choice];
  const importText = () => {
    if (draftText.trim() === '') {
      return;
    }
    void take(draftText);
    setTyped('');
  };
  return (
    <DropTarget what="a whole request" onFile={(file) => void take(file)} mt={12} mx={20} px={12} py={10}>
      <Group align="flex-start" wrap="nowrap">
        <Textarea
          id="signatures-import"
          flex="1"
          autosize={false}
          aria-label="A whole request to import"
          aria-busy={busy}
          placeholder="Paste a whole request here"
          rows={draftText === '' ? 2 : 4}
          value={draftText}
          spellCheck={false}
          onPaste={(event) => {
            // Read from the clipboard: the field would change the line ends.
            const text = event.clipboardData.getData('text/plain');
            if (text === '' || draftText !== '') {
              return;
            }
            event.preventDefault();
            void take(text);
          }}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // In an empty field the keys keep their meaning on the page, which is to verify.
          onKeyDown={draftText.trim() === '' ? undefined : getHotkeyHandler([['mod+Enter', importText]])}
        />
        {draftText !== '' && <Button onClick={importText}>Import</Button>}
        <FileChoice icon={<IconFileImport size={14} />} onFile={(file) => void take(file)}>
          From a file…
        </FileChoice>
      </Group>
      {!importResult && refusal === undefined && (
        <Text mt={4} c="dimmed" fz={12}>
          {importableFirst}; or drop a file.
        </Text>
      )}
      {refusal !== undefined && (
        <p className={shared.refusal} role="alert">
          Nothing was imported. {refusal}
        </p>
      )}
      {failure && <FailureNotice failure={failure} />}
      {importResult && request && (
        <Stack gap={6} mt={8}>
          <Text className={layout.anywhere} role="status">
            <strong>{importSourceLabel(importResult.source)}</strong>
            {input instanceof File && ` from ${input.name}`}
            {importResult.requests.length === 1 && ` · ${nameOf(request)}`}
          </Text>
          {importResult.requests.length > 1 && (
            <NativeSelect
              label={`${importResult.requests.length} requests in it`}
              value={String(choice)}
              onChange={(event) => choose(Number(event.currentTarget.value))}
              data={importResult.requests.map((one, index) => ({
                value: String(index),
                label: `${index + 1}. ${nameOf(one)}`,
              }))}
            />
          )}
          {request.notes.length > 0 && (
            <Flex component="ul" direction="column" gap={4}>
              {request.notes.map(({ code, sentence }) => (
                <Flex component="li" key={code} data-note={code} gap={6} c="dimmed" className={layout.notice}>
                  <IconInfoCircle size={14} aria-hidden />
                  <span>{sentence}</span>
                </Flex>
              ))}
            </Flex>
          )}
        </Stack>
      )}
    </DropTarget>
  );
}

function nameOf({ method, url, target, event, body, signature }: ImportedRequest): string {
  const what = [target, event].filter(Boolean).join(' ');
  const size = body ? `${body.length.toLocaleString('en')} bytes` : 'no body';
  const where = [method, url && shorten(url)].filter(Boolean).join(' ');
  const parts = [what, where, size, signature === undefined && 'no signature'].filter(Boolean).join(' · ');
  return visibleText(parts, 600);
}

function shorten(url: string): string {
  return url.length <= 60 ? url : `${url.slice(0, 28)}…${url.slice(-30)}`;
}
