import type { Step } from './steps.ts';
import type { Partner } from '../api.ts';
import { DetailsStep } from './DetailsStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { TrackStep } from '../track/TrackStep.tsx';

/** A step after the time; their code is not part of the first screen. */
export function LaterStep({ step, partner }: { readonly step: Step; readonly partner: Partner }) {
  if (step === 'track') return <TrackStep />;
  if (step === 'session') return <DetailsStep partner={partner} />;
  if (step === 'review') return <ReviewStep partner={partner} />;
  return step === 'done' && <DoneStep partner={partner} />;
}
