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
  /** Called once the text is saved, or the user cancels. */
  end(): void;
}

/** Returns the text of a form. A form that was closed in another way, such as by a click on the evidence, opens with it again. */
export function useTextDraft(form: string, initial = ''): TextDraft {
  const drafts = useContext(Drafts);
  const [text, setText] = useState(drafts?.get(form) ?? initial);
  return {
    text,
    setText(next) {
      drafts?.set(form, next);
      setText(next);
    },
    end() {
      drafts?.delete(form);
    },
  };
}
