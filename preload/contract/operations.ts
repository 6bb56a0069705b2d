import type { z } from 'zod';
import { applicationOperations } from './application.ts';
import { caseOperations } from './cases.ts';
import { conversationOperations } from './conversations.ts';
import { deletionOperations } from './deletion.ts';
import { environmentOperations } from './environments.ts';
import { mediaOperations } from './media.ts';
import { signatureOperations } from './signatures.ts';

/** Everything the renderer can ask of main. Nothing else crosses. */
export const operations = {
  ...applicationOperations,
  ...environmentOperations,
  ...conversationOperations,
  ...caseOperations,
  ...mediaOperations,
  ...deletionOperations,
  ...signatureOperations,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
/** What a caller may pass (before defaults are filled in). */
export type OperationInput<N extends OperationName> = z.input<Operations[N]['input']>;
/** What a use case receives (parsed). */
export type ParsedInput<N extends OperationName> = z.output<Operations[N]['input']>;
/** What a use case returns and the caller gets. */
export type OperationOutput<N extends OperationName> = z.output<Operations[N]['output']>;
export type OperationProgress<N extends OperationName> = z.output<Operations[N]['progress']>;
