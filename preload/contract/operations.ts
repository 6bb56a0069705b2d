import type { z } from 'zod';
import { applicationOperations } from './application.ts';
import { approvalOperations } from './approvals.ts';
import { callbackResendingOperations } from './callback-resending.ts';
import { callbackSendingOperations } from './callback-sending.ts';
import { callbackOperations } from './callbacks.ts';
import { callOperations } from './calls.ts';
import { caseOperations } from './case-operations.ts';
import { consoleKeyOperations } from './console-key.ts';
import { conversationOperations } from './conversations.ts';
import { creationOperations } from './creation.ts';
import { deletionRunOperations } from './deletion-runs.ts';
import { dueOperations } from './due.ts';
import { environmentOperations } from './environments.ts';
import { erasureOperations } from './erasure.ts';
import { evidenceOperations } from './evidence.ts';
import { examineOperations } from './examine.ts';
import { headlessOperations } from './headless.ts';
import { journalOperations } from './journal.ts';
import { mediaOperations } from './media.ts';
import { policyOperations } from './policy.ts';
import { readingOperations } from './reading.ts';
import { receiptOperations } from './receipts.ts';
import { reportOperations } from './reports.ts';
import { sandboxOperations } from './sandbox.ts';
import { signatureOperations } from './signatures.ts';
import { teamOperations } from './team.ts';

/** All operations of main that the renderer can call. */
export const operations = {
  ...applicationOperations,
  ...policyOperations,
  ...environmentOperations,
  ...callOperations,
  ...callbackOperations,
  ...callbackSendingOperations,
  ...callbackResendingOperations,
  ...conversationOperations,
  ...caseOperations,
  ...readingOperations,
  ...journalOperations,
  ...mediaOperations,
  ...creationOperations,
  ...headlessOperations,
  ...evidenceOperations,
  ...examineOperations,
  ...deletionRunOperations,
  ...approvalOperations,
  ...dueOperations,
  ...erasureOperations,
  ...receiptOperations,
  ...reportOperations,
  ...consoleKeyOperations,
  ...signatureOperations,
  ...teamOperations,
  ...sandboxOperations,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
/** The input that a caller passes (before defaults are applied). */
export type OperationInput<N extends OperationName> = z.input<Operations[N]['input']>;
/** The parsed input that a handler receives. */
export type ParsedInput<N extends OperationName> = z.output<Operations[N]['input']>;
/** The output that a handler returns. */
export type OperationOutput<N extends OperationName> = z.output<Operations[N]['output']>;
export type OperationProgress<N extends OperationName> = z.output<Operations[N]['progress']>;
