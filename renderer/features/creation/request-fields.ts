import type { CreateConversation } from '../../../preload/contract/service/create.ts';
import type { RequestNote } from './request-notes.ts';

/** The props of every part of the form: the whole request, and the callback for a changed one. */
export interface RequestFieldsProps {
  request: CreateConversation;
  notes: readonly RequestNote[];
  onChange(request: CreateConversation): void;
}

export type Query = CreateConversation['query'];

/** Returns the request with one product changed, or without it; unknown members stay. */
export function withProduct<Name extends keyof Query & string>(
  request: CreateConversation,
  name: Name,
  value: Query[Name] | undefined,
): CreateConversation {
  const { [name]: before, ...others } = request.query;
  const query = value === undefined ? others : { ...request.query, [name]: value };
  return { ...request, query: query as Query };
}
