import { FLAG_DEFAULTS, type FlagName } from '#shared/content/rules.ts';
import { useStudio } from './session.ts';

/** A flag by the values that the server read, else its default. */
export function flagOf(values: Readonly<Record<string, boolean>> | undefined, name: FlagName): boolean {
  return values?.[name] ?? FLAG_DEFAULTS[name];
}

/** A flag of this studio as of the page's load (docs/product/content.md#flags). */
export function useFlag(name: FlagName): boolean {
  return flagOf(useStudio()?.flags, name);
}
