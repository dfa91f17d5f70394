import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Day, Id, Instant, SessionId, SessionIdInUrl, Text, Zone } from './wire.ts';
import { validationMessage } from './validation-message.ts';

const said = (schema: z.ZodMiniType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: validationMessage }).error?.issues[0]?.message;

describe('what is said of a value in the wrong form', () => {
  test.each<[z.ZodMiniType, unknown, string]>([
    [Text(5), undefined, 'This is missing.'],
    [Text(5), 7, 'Please give a text.'],
    [Text(5), 'too long', 'Please keep it to 5 characters.'],
    [Text(5).check(z.minLength(1)), '', 'Please fill this in.'],
    [SessionId, 1.5, 'Please give a whole number.'],
    [SessionIdInUrl, 'x', 'Please give a number.'],
    [SessionId, 0, 'Please give 1 or more.'],
    [SessionId, 3_000_000_000, 'Please give 2147483647 or less.'],
    [Id, 'x', 'This is not one of our ids.'],
    [Instant, '0000-01-01T00:00:00Z', 'Please give a year from 1900 to 2999.'],
    [Instant, 'tomorrow', 'Please give a day and time like 2026-03-01T18:00:00Z.'],
    [Day, '2026-3-1', 'Please give a day like 2026-03-01.'],
    [Day, '1526-03-01', 'This is not in the right form.'],
    [Zone, 'Mars/Base', 'This is not a time zone we know.'],
    [z.boolean(), 'yes', 'Please say true or false.'],
    [z.array(z.string()), 'x', 'Please give a list.'],
    [z.array(z.string()).check(z.minLength(1)), [], 'Please give at least one.'],
    [z.enum(['user', 'output']), 'attic', 'Please choose one of: user, output.'],
    [z.literal('official'), 'x', 'This can only be official.'],
    [z.strictObject({ a: z.string() }), { a: '', b: 1 }, 'There is no field called b.'],
    [z.object({ a: z.string() }), 'x', 'Please give named fields.'],
    [z.union([z.string(), z.number()]), true, 'This is not in the right form.'],
    [z.string().check(z.regex(/^x$/)), 'y', 'This is not in the right form.'],
  ])('%#', (schema, value, words) => {
    expect(said(schema, value)).toBe(words);
  });
});
