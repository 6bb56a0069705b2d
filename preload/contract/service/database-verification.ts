import { z } from 'zod';

const text = z.string().optional();

/** One source's result (interface 2.5). */
export const databaseSource = z.looseObject({
  name: text,
  status: text,
  sourceName: text,
  sourceType: text,
  sourceMatchResult: text,
  errors: z.array(z.string()).optional(),
});
export type DatabaseSource = z.infer<typeof databaseSource>;

export const databaseVerificationInfo = z.looseObject({ source: z.array(databaseSource).optional() });
export type DatabaseVerificationInfo = z.infer<typeof databaseVerificationInfo>;

/**
 * The response of interface 4.8: not read yet, unreadable, or read. The conversation (2.2) has only a status, which does
 * not say what the databases returned.
 */
export type DatabaseSources = DatabaseVerificationInfo | 'unread' | 'unreadable' | undefined;
