import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useState } from 'react';
import type { Musician } from '#shared/operator/musicians/contract-musician.ts';
import { CheckCards } from '../../ui/form/CheckCards.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { catalogueNamesQuery } from '../people/api.ts';
import { useSetServices } from './api.ts';

interface ServicesDialogProps {
  readonly musician: Musician;
  /** Of the draft that is on the screen. */
  readonly version: number;
  /** By their names in the catalogue. */
  readonly offered: readonly string[];
  readonly onClose: () => void;
}

/** Asks which services a musician offers. */
export function ServicesDialog({ musician, version, offered, onClose }: ServicesDialogProps) {
  const { data, error: failure } = useQuery(catalogueNamesQuery);
  // What is saved is what was seen: a change meanwhile is refused.
  const [seen] = useState(version);
  const set = useSetServices({ id: musician.id, version: seen });
  const form = useForm<{ services: readonly string[] }>({ defaultValues: { services: offered } });
  const chosen = useWatch({ control: form.control, name: 'services' });
  const isSame = chosen.length === offered.length && chosen.every((value) => offered.includes(value));
  const submit = () =>
    set.mutate(chosen, {
      onSuccess: () => {
        toast('The services are changed');
        onClose();
      },
    });
  return (
    <FormDialog
      title={`Services of ${musician.name}`}
      size="narrow"
      confirm="Change services"
      isPending={set.isPending}
      mayNot={isSame || data === undefined}
      error={failure ?? set.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={dialog.lead}>
        Clients see it at once. What is booked stays booked; a service that is taken off can no longer be
        booked. Weekly hours stay as they are.
      </p>
      {data !== undefined && (
        <CheckCards
          form={form}
          name="services"
          label="Services"
          options={data.services.map(({ value, label }) => ({ value, title: label }))}
        />
      )}
    </FormDialog>
  );
}
