import { Textarea } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import classes from './headless-page.module.css';
import type { HeadlessState } from './headless-state.ts';

/** Shows the answer as JSON, with the fields as the service describes them. */
export function AnswerJson({ store, page }: { store: StoreApi<HeadlessState>; page: HeadlessPage }) {
  const { draft, changeJson } = useStore(store);
  return (
    <>
      <div>
        <p className={classes.quiet}>Fields as the service describes them:</p>
        <JsonTree value={page.args ?? []} path="args" open={2} clear />
      </div>
      <Textarea
        label="Values by field, as JSON"
        description="Sent as the member args of the body. The interface does not describe the body further (4.7)."
        value={draft.json}
        error={draft.jsonFault}
        autosize
        minRows={5}
        maxRows={24}
        spellCheck={false}
        className={classes.mono ?? ''}
        onChange={({ currentTarget }) => changeJson(currentTarget.value)}
      />
    </>
  );
}
