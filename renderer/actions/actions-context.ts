import type { StoreApi } from 'zustand/vanilla';
import { requiredContext } from '../ui/required-context.ts';
import type { ActionState } from './action-store.ts';

export const [ActionsProvider, useActionStore] = requiredContext<StoreApi<ActionState>>('ActionsProvider');
