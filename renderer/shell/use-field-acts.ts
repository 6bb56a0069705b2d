import { useMemo, useRef } from 'react';
import { useImport } from '../features/signatures/use-check.ts';
import { useStores } from '../stores.tsx';
import type { FieldActs } from './field-entries.ts';

/** Returns the actions of the field on its results. @param wholeText every character that was typed or pasted */
export function useFieldActs(wholeText: () => string): FieldActs {
  const { navigation, environments, adding, signatures } = useStores();
  const text = useRef(wholeText);
  text.current = wholeText;
  const { take } = useImport(signatures);
  const importing = useRef(take);
  importing.current = take;
  return useMemo(() => {
    const { go } = navigation.getState();
    return {
      open: (conversationId) => go({ page: 'conversations', conversationId }),
      remove: (conversationId) => go({ page: 'deletion', conversationId }),
      showCalls: (conversationId) => go({ page: 'calls', conversationId }),
      addToList(conversationIds) {
        if (environments.getState().selected) {
          go({ page: 'conversations' });
          adding.getState().begin(conversationIds.join('\n'));
        }
      },
      verifySignature() {
        const request = text.current();
        go({ page: 'signatures' });
        void importing.current(request);
      },
    };
  }, [navigation, environments, adding]);
}
