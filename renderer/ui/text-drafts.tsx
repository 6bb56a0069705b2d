import type { TextareaProps } from '@mantine/core';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

/** The texts that were entered and not saved: by their subject, such as a case, and by the name of the form. */
export type TextDrafts = Map<string, Map<string, string>>;

const Drafts = createContext<Map<string, string> | undefined>(undefined);

/** Keeps the texts of the forms below it. */
export function TextDraftsOf(props: { drafts: TextDrafts; subject: string; children: ReactNode }) {
  const { drafts, subject, children } = props;
  const own = useMemo(() => {
    const ofSubject = drafts.get(subject) ?? new Map<string, string>();
    drafts.set(subject, ofSubject);
    return ofSubject;
  }, [drafts, subject]);
  return <Drafts.Provider value={own}>{children}</Drafts.Provider>;
}

interface TextDraft {
  text: string;
  setText(text: string): void;
  /** Returns the properties of its field, with what is wrong with it. */
  field(error?: string | false): TextareaProps;
  /** Called once the text is saved, or the user cancels. */
  end(): void;
}

/** Returns the text of a form. A form that was closed in another way, such as by a click on the evidence, opens with it again. */
export function useTextDraft(form: string, initial = ''): TextDraft {
  const drafts = useContext(Drafts);
  const [text, setOwn] = useState(drafts?.get(form) ?? initial);
  const setText = (next: string) => {
    drafts?.set(form, next);
    setOwn(next);
  };
  return {
    text,
    setText,
    field: (error) => ({ value: text, error, onChange: (event) => setText(event.currentTarget.value) }),
    end() {
      drafts?.delete(form);
    },
  };
}
