import fs from 'node:fs';
import { SettingsError } from '../lib/settings.ts';
import { VARIABLES } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Larger ones are no secrets. */
const MOST_BYTES = 65_536;

/** The settings' variables that hold a secret; also read from the file that `<name>_FILE` names. */
export const SECRETS: readonly string[] = Object.entries(VARIABLES)
  .filter(([, variable]) => 'secret' in variable)
  .map(([name]) => name);

/**
 * The environment with each secret whose `<name>_FILE` names a file read from there, without spaces and line breaks around
 * it (docs/operating.md#secrets-in-files). Throws a SettingsError that names the variable, never what the file holds.
 */
export function withSecretFiles(env: Environment, names: readonly string[] = SECRETS): Environment {
  const read = names.flatMap((name) => {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) return [];
    if (env[name]?.trim())
      throw new SettingsError(`${name} and ${name}_FILE are both set: only one of them can be right.`);
    return [[name, readSecret(`${name}_FILE`, file)] as const];
  });
  return read.length === 0 ? env : { ...env, ...Object.fromEntries(read) };
}

function readSecret(variable: string, file: string): string {
  let text: string;
  try {
    const { size } = fs.statSync(file);
    if (size > MOST_BYTES) throw new SettingsError(`${variable} names a file above 64 KiB.`);
    text = fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${variable} takes the path of a file that Talkback may read.`, { cause: error });
  }
  if (text === '') throw new SettingsError(`${variable} names an empty file.`);
  return text;
}
