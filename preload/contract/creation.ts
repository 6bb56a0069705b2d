import { z } from 'zod';
import { cancelOnSwitch, runToEnd } from './operation.ts';
import { conversation } from './service/conversation.ts';
import { createConversation } from './service/create.ts';
import { readingNotes } from './service/reading.ts';
import { inEnvironment } from './target.ts';
import { rolesAtService } from './team-roles.ts';

/** The longest request, in UTF-16 units of its JSON. */
export const maxCreationLength = 256 * 1024;

const request = createConversation.refine(
  (value) => JSON.stringify(value).length <= maxCreationLength,
  'The request is too long',
);

/** The fields of a request that the account may have a default for, limited to those the console offers (interface 2.1). */
export const defaultFields = ['strategy', 'returnUrl', 'callbackUrl'] as const;
export type DefaultField = (typeof defaultFields)[number];

/** The account's defaults as a user noted them: the service has no operation that returns them. */
export const accountDefaults = z.partialRecord(z.enum(defaultFields), z.string().max(2000));
export type AccountDefaults = z.infer<typeof accountDefaults>;

/** A request kept for the next time, without its user key and without personal data. */
export const creationTemplate = z.object({
  id: z.string().max(64),
  name: z.string().trim().min(1, 'Enter a name').max(80, 'At most 80 characters'),
  request,
});

export const maxTemplates = 50;

/** Replaced by the address of the user in a mail text. */
export const mailAddressMark = '{address}';
/** The longest mail text, in UTF-16 units. */
export const maxMailText = 4000;

/** The templates, defaults and mail text of an environment. */
export const creationSetup = z.object({
  templates: z.array(creationTemplate),
  defaults: accountDefaults,
  /** The text of the mail with the address for the user; absent for the console's own. */
  mailText: z.string().max(maxMailText).optional(),
});
export type CreationSetup = z.infer<typeof creationSetup>;

/** A request that was sent, possibly before a restart, and whose outcome is unknown. */
export const unsettledCreation = z.object({ id: z.string(), sentAt: z.number() });
export type UnsettledCreation = z.infer<typeof unsettledCreation>;
const unsettledList = z.object({ unsettled: z.array(unsettledCreation) });

export const creationOperations = {
  /**
   * POST conversation (interface 4.1), sent once. The same request again within 5 minutes, or after an unknown outcome, fails with
   * `creation-repeated` unless `again` is set; its details hold `sentAt` (milliseconds), `outcome` (`running`, `created`, `unknown`) and the
   * `conversationId` where it is known. @throws Failure creation-repeated, outcome-unknown
   */
  'creation.create': runToEnd({
    roles: rolesAtService,
    input: inEnvironment.extend({ request, again: z.boolean() }),
    output: z.object({ conversation, notes: readingNotes }),
    entries: ({ environmentId }, { conversation: { id } }) =>
      id === undefined ? [] : [{ kind: 'created', environmentId, conversationId: id, details: {} }],
  }),
  /** Requests of unknown outcome that nothing settled, oldest first; the last 200. */
  'creation.unsettled': cancelOnSwitch({ input: inEnvironment, output: unsettledList }),
  /** Removes an entry after a user has found out its outcome. */
  'creation.settle': cancelOnSwitch({
    input: inEnvironment.extend({ id: z.string().max(64) }),
    output: unsettledList,
  }),
  'creation.setup': cancelOnSwitch({ input: inEnvironment, output: creationSetup }),
  /** Keeps a template, in place of the one with the same name. @throws Failure limit-exceeded */
  'creation.saveTemplate': cancelOnSwitch({
    input: inEnvironment.extend({ name: creationTemplate.shape.name, request }),
    output: creationSetup,
  }),
  'creation.removeTemplate': cancelOnSwitch({
    input: inEnvironment.extend({ templateId: z.string().max(64) }),
    output: creationSetup,
  }),
  /** Keeps the text of the mail with the address for the user; an empty one restores the console's own. */
  'creation.saveMailText': cancelOnSwitch({
    input: inEnvironment.extend({
      mailText: z
        .string()
        .max(maxMailText)
        .refine((text) => text === '' || text.includes(mailAddressMark), `It needs ${mailAddressMark}`),
    }),
    output: creationSetup,
  }),
  'creation.saveDefaults': cancelOnSwitch({
    input: inEnvironment.extend({ defaults: accountDefaults }),
    output: creationSetup,
  }),
};
