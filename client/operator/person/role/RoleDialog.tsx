import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Person } from '#shared/operator/contract-person.ts';
import { OBSTACLE_TEXTS, roleEffects } from '#shared/operator/person/texts-role.ts';
import { REASON_MAX } from '#shared/operator/rules-people.ts';
import { validateMusician } from '#shared/operator/rules.ts';
import { ROLE_LABELS } from '#shared/operator/texts-people.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { PlainField } from '../../../ui/form/PlainField.tsx';
import { SelectBox } from '../../../ui/form/SelectBox.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { FormDialog } from '../../FormDialog.tsx';
import { roleChangesQuery, useChangeRole } from './api.ts';
import classes from './RoleDialog.module.css';

interface RoleDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Asks which role and why, and says what has to be done before or what will happen. */
export function RoleDialog({ person, onClose }: RoleDialogProps) {
  const { id, name, role: from } = person;
  const { data, error: failure } = useQuery(roleChangesQuery(id));
  const change = useChangeRole(id);
  const [to, setTo] = useState<Role | null>(null);
  const [reason, setReason] = useState('');
  const [musician, setMusician] = useState({ title: '', slug: '' });
  const [isTried, setTried] = useState(false);
  const options = (data?.changes ?? []).map((one) => ({ value: one.to, label: ROLE_LABELS[one.to] }));
  const obstacles = data?.changes.find((one) => one.to === to)?.obstacles ?? [];
  const wasMusician = data?.was_musician ?? false;
  const isNewMusician = to === 'partner' && !wasMusician;
  const wrong = new Map(
    isNewMusician ? validateMusician(musician).map(({ field, message }) => [field, message]) : [],
  );
  const errors = {
    role: to === null ? 'Please choose a role.' : null,
    reason: reason.trim() === '' ? 'Please say why.' : null,
    title: wrong.get('title') ?? null,
    slug: wrong.get('slug') ?? null,
  };
  const shown = (error: string | null) => (isTried ? error : null);
  const submit = () => {
    setTried(true);
    if (to === null || obstacles.length > 0 || Object.values(errors).some((error) => error !== null)) return;
    change.mutate(
      { from, to, reason, ...(isNewMusician && { musician }) },
      {
        onSuccess: () => {
          toast(`The role of ${name} is ${ROLE_LABELS[to]} now`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={`Change the role of ${name}`}
      size="narrow"
      confirm="Change role"
      isDanger
      isPending={change.isPending}
      mayNot={obstacles.length > 0}
      error={failure ?? change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectBox
        label="New role"
        placeholder="Choose..."
        value={to}
        data={options}
        error={shown(errors.role)}
        onChange={(value) => {
          change.reset();
          setTo(options.find((option) => option.value === value)?.value ?? null);
        }}
      />
      <div aria-live="polite">
        {to !== null && obstacles.length > 0 && (
          <Notice tone="waiting" title="This has to be done first:">
            <ul className={classes.list}>
              {obstacles.map((obstacle) => (
                <li key={obstacle}>{OBSTACLE_TEXTS[obstacle]}</li>
              ))}
            </ul>
          </Notice>
        )}
        {to !== null && obstacles.length === 0 && (
          <ul className={classes.list}>
            {roleEffects(from, to, { wasMusician }).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        )}
      </div>
      {isNewMusician && obstacles.length === 0 && (
        <>
          <PlainField
            label="Title"
            hint="Such as Drummer. They choose services and instruments on their page."
            value={musician.title}
            maxLength={255}
            error={shown(errors.title)}
            onChange={(title) => setMusician({ ...musician, title })}
          />
          <PlainField
            label="Name in addresses"
            hint="Lower case letters, digits and hyphens, such as rafa-monteiro."
            value={musician.slug}
            maxLength={255}
            error={shown(errors.slug)}
            onChange={(slug) => setMusician({ ...musician, slug })}
          />
        </>
      )}
      {obstacles.length === 0 && (
        <PlainField
          label="Reason"
          hint="For the audit log; the person does not see it."
          value={reason}
          maxLength={REASON_MAX}
          error={shown(errors.reason)}
          onChange={setReason}
        />
      )}
    </FormDialog>
  );
}
