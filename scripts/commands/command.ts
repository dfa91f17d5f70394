import type { FieldError } from '#shared/lib/problem.ts';
import type { Shutdown } from '#server/start/shutdown.ts';
import type { Settings } from '#server/lib/settings.ts';
import type { StudioAccess, Needs } from './open-studio.ts';

/** One command of `npm run studio`. */
export type Command = CommandUsage & (StudioCommand | SetupCommand);

interface CommandUsage {
  /** The words after `npm run studio --`, such as `flags set`. */
  readonly name: string;
  /** Arguments, as shown in the help. */
  readonly argumentHelp: string;
  readonly about: string;
  /** Options with a value, and switches. */
  readonly values?: readonly string[];
  readonly switches?: readonly string[];
  /** Number of positional arguments. */
  readonly arguments: number;
  /** Number of positional arguments that may follow. */
  readonly optionalArguments?: number;
  /** Throws a UsageError for invalid combinations, before anything is touched. */
  readonly check?: (args: ParsedArguments) => void;
}

interface StudioCommand {
  /** Needs beside the migrated database; `events` where mails follow. */
  readonly needs?: Needs;
  /** Runs the command and returns the text to print. Throws a CommandError. */
  readonly run: (at: StudioAccess, args: ParsedArguments) => Promise<readonly string[]>;
}

/** A command with work before it opens the studio, which may create a database. */
interface SetupCommand {
  readonly needs?: undefined;
  readonly begin: (place: CommandContext, args: ParsedArguments) => Promise<readonly string[]>;
}

export interface CommandContext {
  readonly settings: Settings;
  readonly shutdown: Shutdown;
  readonly open: (needs: Needs) => Promise<StudioAccess>;
}

/** Parsed arguments. */
export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly value: (name: string) => string | undefined;
  readonly is: (name: string) => boolean;
}

/** Why a command failed, as printable lines. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Wrong usage of a command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** One line for each mistake. */
export function invalidInput(heading: string, errors: readonly FieldError[] = []): CommandError {
  return new CommandError(
    [heading, ...errors.map(({ field, message }) => `  ${field}: ${message}`)].join('\n'),
  );
}

/** Text in aligned columns. */
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
