import { useForm } from 'react-hook-form';
import {
  checkWords,
  MAX_SAMPLE_DID,
  MAX_SAMPLE_TITLE,
  type SampleWords,
} from '#shared/catalogue/rules-samples.ts';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import classes from './SamplesCard.module.css';

interface SampleFormProps {
  readonly words: SampleWords;
  readonly onSave: (words: SampleWords) => void;
  readonly onCancel: () => void;
}

/** The words of a sample. */
export function SampleForm({ words: { title, did }, onSave, onCancel }: SampleFormProps) {
  const form = useForm<SampleWords>({
    defaultValues: { title, did },
    resolver: (values) => {
      const { words, errors } = checkWords(values);
      if (errors.length === 0) return { values: words, errors: {} };
      const messages = errors.map(({ field, message }) => [field, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(messages) as object };
    },
  });
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
      <TextField form={form} name="title" label="Title" maxLength={MAX_SAMPLE_TITLE * 2} />
      <TextField
        form={form}
        name="did"
        label={SAMPLES.did}
        hint={SAMPLES.didHint}
        maxLength={MAX_SAMPLE_DID * 2}
      />
      <div className={classes.actions}>
        <Button type="submit">Save</Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
