import * as z from 'zod';

/** A text that says something. */
export const text = z.string().trim().min(1, 'Must not be empty.');
