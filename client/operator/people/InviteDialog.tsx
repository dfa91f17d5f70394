import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { zoneNames, zoneText } from '#shared/lib/zones.ts';
import { INVITED_ROLES } from '#shared/operator/rules.ts';
import { ROLE_LABELS } from '#shared/operator/texts-people.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage, showFieldErrors } from '../../lib/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { CheckCards } from '../../ui/form/CheckCards.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { VirtualSelectField } from '../../ui/form/VirtualSelectField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import classes from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { catalogueNamesQuery, useInvite } from './api.ts';
import { ANOTHER, inviteErrors, REFUSED_FIELDS, toInvitation, type InviteForm } from './invitation.ts';

const ROLES = INVITED_ROLES.toReversed().map((role) => ({ value: role, label: ROLE_LABELS[role] }));
const ABOUT: Readonly<Record<InviteForm['role'], string>> = {
  managed: 'A client whose sessions you book. They see their sessions, files and messages.',
  partner: 'They write their own page and publish it. Until then clients do not see them.',
  operator: 'They see and change everything here. With the first login they set up a second factor.',
};
const CONFIRMED = [{ value: ANOTHER, title: 'The studio is to have one more operator' }];

/** Makes an account for somebody (docs/product/operator.md#invited-people). */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { timezone } = useMe();
  const navigate = useNavigate();
  const invite = useInvite();
  const form = useForm<InviteForm>({
    defaultValues: {
      role: 'managed',
      name: '',
      email: '',
      zone: timezone,
      slug: '',
      title: '',
      services: [],
      instruments: [],
      another: [],
    },
    resolver: (values) => {
      const errors = inviteErrors(values).map(
        ({ field, message }) => [field, { type: 'rule', message }] as const,
      );
      return errors.length === 0
        ? { values, errors: {} }
        : { values: {}, errors: Object.fromEntries(errors) as never };
    },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  const send = form.handleSubmit(async (values) => {
    try {
      const person = await invite.mutateAsync(toInvitation(values));
      toast(`${person.name} is invited`);
      onClose();
      void navigate({ href: paths.person(person.id) });
    } catch (error) {
      if (showFieldErrors(error, form.setError, (path) => path as keyof InviteForm)) return;
      const field = error instanceof ProblemError ? REFUSED_FIELDS[error.problem.code] : undefined;
      const message = errorMessage(error);
      if (field === undefined) form.setError('root', { type: 'server', message });
      else form.setError(field, { type: 'server', message }, { shouldFocus: true });
    }
  });
  const zones = zoneNames(timezone).map((zone) => ({ value: zone, label: zoneText(zone) }));
  return (
    <FormDialog
      title="Invite somebody"
      confirm="Send invitation"
      size="narrow"
      isPending={invite.isPending}
      error={form.formState.errors.root?.message ?? null}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <SelectField form={form} name="role" label="Role" options={ROLES} />
      <p className={classes.lead}>{ABOUT[role]}</p>
      <TextField form={form} name="name" label="Name" maxLength={255} autoComplete="off" />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        hint="A link to choose a password is mailed there. It works once, for 7 days."
        maxLength={254}
        autoComplete="off"
      />
      <VirtualSelectField form={form} name="zone" label="Time zone" options={zones} />
      {role === 'partner' && <MusicianFields form={form} />}
      {role === 'operator' && <CheckCards form={form} name="another" label="Confirm" options={CONFIRMED} />}
    </FormDialog>
  );
}

function MusicianFields({ form }: { readonly form: ReturnType<typeof useForm<InviteForm>> }) {
  const { data, error } = useQuery(catalogueNamesQuery);
  return (
    <>
      <TextField form={form} name="title" label="Title" hint="Such as Drummer." maxLength={255} />
      <TextField
        form={form}
        name="slug"
        label="Name in addresses"
        hint="Lower case letters, digits and hyphens, such as rafa-monteiro."
        maxLength={255}
        autoComplete="off"
      />
      {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      {data !== undefined && (
        <>
          <CheckCards form={form} name="services" label="Services" options={optionsOf(data.services)} />
          <CheckCards
            form={form}
            name="instruments"
            label="Instruments"
            options={optionsOf(data.instruments)}
          />
        </>
      )}
    </>
  );
}

const optionsOf = (names: readonly { readonly value: string; readonly label: string }[]) =>
  names.map(({ value, label }) => ({ value, title: label }));
