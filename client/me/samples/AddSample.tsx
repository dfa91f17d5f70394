import { useRef } from 'react';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import classes from './SamplesCard.module.css';

/** The button that sends further samples. */
export function AddSample({ isFull, onFile }: { isFull: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.add}>
      <input
        ref={input}
        type="file"
        accept=".wav,.wave,.mp3,audio/wav,audio/mpeg"
        multiple
        hidden
        aria-label="Sample files"
        onChange={(event) => {
          for (const file of event.currentTarget.files ?? []) onFile(file);
          event.currentTarget.value = '';
        }}
      />
      <Button
        kind="plain"
        leftSection={<Icon name="upload" />}
        aria-disabled={isFull || undefined}
        aria-describedby="sample-limits"
        onClick={() => !isFull && input.current?.click()}
      >
        {SAMPLES.add}
      </Button>
      <p id="sample-limits" className={classes.limits}>
        {isFull ? SAMPLES.tooMany : SAMPLES.limits}
      </p>
    </div>
  );
}
