import { useForm } from 'react-hook-form';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import {
  checkWords,
  MAX_SAMPLE_DID,
  MAX_SAMPLE_TITLE,
  type SampleWords,
} from '#shared/catalogue/rules-samples.ts';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage, showFieldErrors } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useDescribeSample } from './api.ts';
import classes from './SamplesCard.module.css';

const FIELDS = { title: 'title', did: 'did' } as const;

/** The words of a sample. */
export function SampleForm({ sample, onDone }: { sample: OwnSample; onDone: () => void }) {
  const save = useDescribeSample();
  const form = useForm<SampleWords>({
    defaultValues: { title: sample.title, did: sample.did },
    resolver: (values) => {
      const { words, errors } = checkWords(values);
      if (errors.length === 0) return { values: words, errors: {} };
      const messages = errors.map(({ field, message }) => [field, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(messages) as object };
    },
  });
  const send = form.handleSubmit(async (words) => {
    try {
      await save.mutateAsync({ id: sample.id, words });
      onDone();
    } catch (error) {
      if (error instanceof ProblemError && showFieldErrors(error, form.setError, FIELDS)) return;
      form.setError('root', { type: 'server', message: errorMessage(error) });
    }
  });
  const failure = form.formState.errors.root?.message;
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void send(event)}>
      <TextField form={form} name="title" label="Title" maxLength={MAX_SAMPLE_TITLE * 2} />
      <TextField
        form={form}
        name="did"
        label={SAMPLES.did}
        hint={SAMPLES.didHint}
        maxLength={MAX_SAMPLE_DID * 2}
      />
      {failure !== undefined && (
        <Notice tone="danger" alert>
          {failure}
        </Notice>
      )}
      <div className={classes.actions}>
        <SubmitButton busy={form.formState.isSubmitting} busyText="Saving...">
          Save
        </SubmitButton>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
