import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../../lib/settings.ts';

/** Which traces are recorded; with `parentbased_` as their caller says, if it says. */
export function samplerOf({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  const [own, isParentBased] = sampler.startsWith('parentbased_')
    ? [sampler.slice('parentbased_'.length), true]
    : [sampler, false];
  const root = rootSampler(own, ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'always_on' ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio);
}
