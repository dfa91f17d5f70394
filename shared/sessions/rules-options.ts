import type { FormFlags } from '../catalogue/contract.ts';
import type { FieldError } from '../lib/problem.ts';
import { FIELD_MAX } from './rules-track.ts';
import { TRACK } from './texts.ts';

/** Answers to a service's own questions, by option name (docs/product/booking.md#service-options). */
export type OptionAnswers = Readonly<Record<string, string>>;

/** The part of a service's form that defines its own questions. */
export type OptionFlags = Partial<Pick<FormFlags, 'extra' | 'options'>>;

/** The fields of the booking form that a service can hide. */
export const HIDEABLE_FIELDS = [
  'deliverables',
  'track_genre',
  'reference_track',
  'meter',
  'bpm',
  'sample_rate',
] as const;
export type HideableField = (typeof HIDEABLE_FIELDS)[number];

/** The fields that a service's form hides. */
export function hiddenFields(form: Partial<Readonly<Record<HideableField, boolean>>>): HideableField[] {
  return HIDEABLE_FIELDS.filter((field) => form[field] === false);
}

/** The key of the answer to `extra`. */
export const EXTRA = 'extra';

/** The answers that the service asks for, trimmed and in its order; others and empty ones are dropped. */
export function readOptions(form: OptionFlags, answers: OptionAnswers = {}): OptionAnswers {
  const names = [...(form.options ?? []).map(({ name }) => name), ...(form.extra ? [EXTRA] : [])];
  const read = names.map((name) => [name, answers[name]?.trim() ?? ''] as const);
  return Object.fromEntries(read.filter(([, answer]) => answer !== ''));
}

/** Errors by wire field; empty when all is well. No answer is required. */
export function validateOptions(form: OptionFlags, answers: OptionAnswers): FieldError[] {
  const errors = (form.options ?? []).flatMap(({ name, choices }): FieldError[] => {
    const answer = answers[name];
    if (answer === undefined || choices.some(({ value }) => value === answer)) return [];
    return [{ field: `session_info.options.${name}`, message: TRACK.unknownChoice }];
  });
  if ((answers[EXTRA] ?? '').length > FIELD_MAX)
    errors.push({ field: `session_info.options.${EXTRA}`, message: TRACK.tooLong });
  return errors;
}

/** A question's label and the label of its answer. */
export interface NamedOption {
  readonly label: string;
  readonly value: string;
}

const sentenceCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ');

/** Stored answers as labels. What the service no longer defines is shown by its own name and value. */
export function namedOptions(form: OptionFlags, stored: Readonly<Record<string, unknown>>): NamedOption[] {
  return Object.entries(stored).flatMap(([name, value]): NamedOption[] => {
    if (typeof value !== 'string' || value.trim() === '') return [];
    if (name === EXTRA) return [{ label: form.extra?.label ?? sentenceCase(name), value }];
    const option = (form.options ?? []).find((one) => one.name === name);
    const chosen = option?.choices.find((one) => one.value === value);
    return [{ label: option?.label ?? sentenceCase(name), value: chosen?.label ?? value }];
  });
}
