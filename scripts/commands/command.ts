import type { FieldError } from '../../shared/lib/problem.ts';
import type { AtStudio } from './at-studio.ts';

/** One command of `npm run studio`. */
export interface Command {
  /** What follows `npm run studio --`, such as `flags set`. */
  readonly words: string;
  /** What stands after that, for the help. */
  readonly takes: string;
  readonly about: string;
  /** Options that have a value, and those that are there or not. */
  readonly values?: readonly string[];
  readonly switches?: readonly string[];
  /** How many words follow without an option's name. */
  readonly arguments: number;
  /** It tells of events, which are followed by mails. */
  readonly events?: true;
  /** Throws a UsageError where words do not fit each other, before anything is touched. */
  readonly check?: (given: Given) => void;
  /** Does it and answers what to print. Throws a CommandError. */
  readonly run: (at: AtStudio, given: Given) => Promise<readonly string[]>;
}

/** What somebody typed. */
export interface Given {
  readonly arguments: readonly string[];
  readonly value: (name: string) => string | undefined;
  readonly is: (name: string) => boolean;
}

/** Why a command did nothing, in lines fit to be printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command that was not typed as it should be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What is wrong, a line for each. */
export function wrong(heading: string, errors: readonly FieldError[] = []): CommandError {
  return new CommandError(
    [heading, ...errors.map(({ field, message }) => `  ${field}: ${message}`)].join('\n'),
  );
}

/** Columns, each as wide as its widest word. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((word, column) => word.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
