import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { Button } from '../../ui/button/Button.tsx';
import classes from './SamplesCard.module.css';

interface DeletedSamplesProps {
  readonly samples: readonly OwnSample[];
  /** null while nothing can be changed. */
  readonly onKeep: ((sample: OwnSample) => void) | null;
}

/** Published samples that are deleted when the draft is published. */
export function DeletedSamples({ samples, onKeep }: DeletedSamplesProps) {
  if (samples.length === 0) return null;
  return (
    <section aria-label={SAMPLES.deleted}>
      <p className={classes.facts}>{SAMPLES.deleted}</p>
      <ul className={classes.list}>
        {samples.map((sample) => (
          <li key={sample.id} className={classes.gone}>
            <s>{sample.title}</s>
            {onKeep !== null && (
              <Button kind="quiet" aria-label={`Keep ${sample.title}`} onClick={() => onKeep(sample)}>
                Keep
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
