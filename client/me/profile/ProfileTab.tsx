import { useForm } from 'react-hook-form';
import { zoneNames, zoneText } from '#shared/lib/zones.ts';
import { profileNameProblem } from '#shared/me/rules.ts';
import { PROFILE } from '#shared/me/texts.ts';
import { ProblemError } from '../../lib/api.ts';
import { showFieldErrors } from '../../lib/error-message.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { VirtualSelectField } from '../../ui/form/VirtualSelectField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useUpdateMe } from '../../lib/me.ts';
import { FeedCard } from '../calendar/FeedCard.tsx';
import { AvatarCard } from './AvatarCard.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './Cards.module.css';
import { useCountryChoices } from '../../lib/countries/country-choices.ts';
import { ProfileInfo } from './ProfileInfo.tsx';

interface ProfileForm {
  readonly name: string;
  readonly email: string;
  readonly timezone: string;
  readonly country: string | null;
}

const FIELDS = { 'user.name': 'name', 'user.timezone': 'timezone', 'user.country': 'country' } as const;

/** Name, email, time zone, country and picture (docs/product/me.md#profile-changes). */
export function ProfileTab() {
  const me = useMe();
  const { flags } = useStudio() ?? {};
  const save = useUpdateMe();
  const countries = useCountryChoices();
  const form = useForm<ProfileForm>({
    values: { name: me.name, email: me.email, timezone: me.timezone, country: me.country },
    resetOptions: { keepDirtyValues: true },
    resolver: (values) => {
      const message = profileNameProblem(values.name);
      return message === null
        ? { values, errors: {} }
        : { values: {}, errors: { name: { type: 'rule', message } } };
    },
  });
  const zones = zoneNames(me.timezone).map((zone) => ({ value: zone, label: zoneText(zone) }));

  const send = form.handleSubmit(async ({ name, timezone, country }) => {
    try {
      const user = await save.mutateAsync({ name, timezone, country });
      form.reset({ name: user.name, email: user.email, timezone: user.timezone, country: user.country });
      toast(PROFILE.saved);
    } catch (error) {
      if (error instanceof ProblemError && showFieldErrors(error, form.setError, FIELDS)) return;
      form.setError('root', { type: 'server', message: PROFILE.trouble });
    }
  });
  const failure = form.formState.errors.root?.message;

  return (
    <div className={classes.columns}>
      <AvatarCard />
      <Card
        title="About you"
        actions={flags?.['profile-info-button'] === true && <ProfileInfo role={me.role} />}
      >
        <form noValidate className={classes.form} onSubmit={(event) => void send(event)}>
          <TextField form={form} name="name" label="Name" autoComplete="name" />
          <TextField
            form={form}
            name="email"
            label="Email"
            hint="You sign in with it. To change it, please contact support."
            readOnly
          />
          <VirtualSelectField
            form={form}
            name="timezone"
            label="Time zone"
            hint="We show all times in this zone."
            options={zones}
          />
          <VirtualSelectField
            form={form}
            name="country"
            label="Country"
            placeholder="Choose a country"
            options={countries}
            clearable
          />
          {failure !== undefined && (
            <Notice tone="danger" alert>
              {failure}
            </Notice>
          )}
          <div>
            <SubmitButton busy={form.formState.isSubmitting} busyText="Saving...">
              Save changes
            </SubmitButton>
          </div>
        </form>
      </Card>
      {me.role !== 'partner' && (
        <div className={classes.fullWidth}>
          <FeedCard />
        </div>
      )}
    </div>
  );
}
