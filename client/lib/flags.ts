import { OpenFeature, StandardResolutionReasons, type Provider } from '@openfeature/web-sdk';
import { FLAG_DEFAULTS, type FlagName } from '#shared/content/rules.ts';
import { useStudio } from './session.ts';

const DOMAIN = 'studio';
let values: Readonly<Record<string, boolean>> = {};

/** Values come from /content/studio; without `initialize` it is ready at once. */
const provider: Provider = {
  metadata: { name: 'studio' },
  runsOn: 'client',
  resolveBooleanEvaluation: (key, fallback) => ({
    value: values[key] ?? fallback,
    reason: key in values ? StandardResolutionReasons.STATIC : StandardResolutionReasons.DEFAULT,
  }),
  resolveStringEvaluation: (_key, value) => ({ value }),
  resolveNumberEvaluation: (_key, value) => ({ value }),
  resolveObjectEvaluation: (_key, value) => ({ value }),
};
OpenFeature.setProvider(DOMAIN, provider);
const client = OpenFeature.getClient(DOMAIN);

/** A flag by the studio's values, else its default. */
export function flagOf(overrides: Readonly<Record<string, boolean>> | undefined, name: FlagName): boolean {
  values = overrides ?? {};
  return client.getBooleanValue(name, FLAG_DEFAULTS[name]);
}

/** A flag of this studio as of the page's load (docs/product/content.md#flags). */
export function useFlag(name: FlagName): boolean {
  return flagOf(useStudio()?.flags, name);
}
