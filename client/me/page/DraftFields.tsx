import type { UseFormReturn } from 'react-hook-form';
import type { Draft } from '#shared/catalogue/contract-draft.ts';
import { MAX_BIO, MAX_CARD_LINE } from '#shared/catalogue/rules-draft.ts';
import { DRAFT } from '#shared/catalogue/texts-draft.ts';
import { CheckCards } from '../../ui/form/CheckCards.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './MyPage.module.css';
import type { DraftForm } from './use-draft.ts';

interface DraftFieldsProps {
  readonly form: UseFormReturn<DraftForm>;
  readonly choices: Draft['choices'];
  readonly disabled: boolean;
}

/** Everything of a profile but its samples. */
export function DraftFields({ form, choices, disabled }: DraftFieldsProps) {
  const { instruments, services } = choices;
  return (
    <>
      <Card title={DRAFT.words}>
        <div className={classes.fields}>
          <TextField
            form={form}
            name="title"
            label={DRAFT.title}
            hint={DRAFT.titleHint}
            maxLength={200}
            disabled={disabled}
          />
          <TextareaField
            form={form}
            name="bio"
            label={DRAFT.bio}
            hint={DRAFT.bioHint}
            rows={6}
            limit={MAX_BIO}
            disabled={disabled}
          />
          <TextareaField
            form={form}
            name="card_description"
            label={DRAFT.cardLine}
            hint={DRAFT.cardLineHint}
            rows={2}
            limit={MAX_CARD_LINE}
            disabled={disabled}
          />
          <TextField
            form={form}
            name="styles"
            label={DRAFT.styles}
            hint={DRAFT.stylesHint}
            maxLength={600}
            disabled={disabled}
          />
        </div>
      </Card>
      <Card title={DRAFT.plays}>
        <div className={classes.choices}>
          <CheckCards
            form={form}
            name="instruments"
            label={DRAFT.instruments}
            options={instruments.map(({ id, label }) => ({ value: id, title: label }))}
            disabled={disabled}
          />
          <CheckCards
            form={form}
            name="services"
            label={DRAFT.services}
            hint={DRAFT.servicesHint}
            options={services.map(({ id, label, minutes, credits }) => ({
              value: id,
              title: `${label} · ${minutes} min · ${credits} ${credits === 1 ? 'credit' : 'credits'}`,
            }))}
            disabled={disabled}
          />
        </div>
      </Card>
    </>
  );
}
