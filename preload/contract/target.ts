import { z } from 'zod';
import { environmentId } from './environments.ts';
import { conversationId } from './service/reading.ts';

export const inEnvironment = z.object({ environmentId });

/** A conversation of an environment. */
export const target = z.object({ environmentId, conversationId });

/** A part of a list, by the place of its first row. */
export const page = { from: z.number().int().min(0), count: z.number().int().min(1).max(500) };
