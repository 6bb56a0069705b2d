import { createStore, type StoreApi } from 'zustand/vanilla';

/** The form of the exam of a receiver of one's own. */
export interface ExamDraft {
  url: string;
  keyId: string | null;
  /** The limit for an answer, in seconds. */
  answerWithin: number;
  /** The largest body, in KiB. */
  maxBody: number;
}

export const createExamDraft = (): StoreApi<ExamDraft> =>
  createStore<ExamDraft>(() => ({
    url: 'http://127.0.0.1:8080/callback',
    keyId: null,
    answerWithin: 10,
    maxBody: 256,
  }));
