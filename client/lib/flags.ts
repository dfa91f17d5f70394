import { OpenFeature, StandardResolutionReasons, type Provider } from '@openfeature/web-sdk';
import { FLAG_DEFAULTS, type FlagName } from '../../shared/content/rules.ts';
import { useStudio } from './session.ts';

const DOMAIN = 'studio';
let values: Readonly<Record<string, boolean>> = {};

/** Holds what /content/studio told; without an initialisation it is ready at once. */
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

/** A flag as OpenFeature evaluates it from what the studio told; the table's default where it told nothing. */
export function flagOf(told: Readonly<Record<string, boolean>> | undefined, name: FlagName): boolean {
  values = told ?? {};
  return client.getBooleanValue(name, FLAG_DEFAULTS[name]);
}

/** A flag of this studio, as it was when the page was loaded (decisions 11). */
export function useFlag(name: FlagName): boolean {
  return flagOf(useStudio()?.flags, name);
}
