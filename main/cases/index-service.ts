import { indexIdIn, type OpenedIndex, openIndex } from './index-file.ts';
import type { IndexRequests, OpenIndex } from './index-requests.ts';

type Input<N extends keyof IndexRequests> = Parameters<IndexRequests[N]>[0];

/** What runs in the worker: the open index, and the requests about it. */
export class IndexService implements IndexRequests {
  #opened: OpenedIndex | undefined;

  identify({ directory }: Input<'identify'>) {
    return { indexId: indexIdIn(directory) };
  }

  open(request: OpenIndex) {
    const opened = openIndex(request);
    this.close();
    this.#opened = opened;
    return { notices: opened.notices };
  }

  count({ environmentId }: Input<'count'>) {
    return this.#index.count(environmentId);
  }

  record(reading: Input<'record'>) {
    return this.#index.record(reading);
  }

  query({ environmentId, filter, sort, dayStarts }: Input<'query'>) {
    return this.#index.query(environmentId, filter, sort, dayStarts);
  }

  rows({ environmentId, resultId, from, count }: Input<'rows'>) {
    return this.#index.rows(environmentId, resultId, from, count);
  }

  position({ environmentId, resultId, conversationId }: Input<'position'>) {
    return this.#index.position(environmentId, resultId, conversationId);
  }

  get({ environmentId, conversationId }: Input<'get'>) {
    return this.#index.get(environmentId, conversationId);
  }

  reading({ environmentId, conversationId, readId }: Input<'reading'>) {
    return this.#index.reading(environmentId, conversationId, readId);
  }

  close(): void {
    this.#opened?.database.close();
    this.#opened = undefined;
  }

  get #index() {
    if (this.#opened === undefined) {
      throw new Error('The index is not open.');
    }
    return this.#opened.index;
  }
}
