import * as z from 'zod';

/** An environment variable: accepted form, default, purpose and parser. */
export interface Variable<T> {
  readonly takes: string;
  readonly fallback?: string;
  readonly what: string;
  /** It may also be kept in a file. */
  readonly secret?: true;
  readonly schema: z.ZodType<T, string>;
}

/** Keeps the type of what a variable is parsed to. */
export const variable = <T>(declared: Variable<T>): Variable<T> => declared;

/** Whether a text, without placeholders, is a web address of one of these protocols. */
export const parses = (text: string, protocols: readonly string[]): boolean =>
  protocols.includes(URL.parse(text.replaceAll(/[{}]/g, ''))?.protocol ?? '');

export const text = z.string();
export const webUrl = z.string().refine((value) => parses(value, ['http:', 'https:']));
export const WEB_URL = 'a web address that begins with http:// or https://';
