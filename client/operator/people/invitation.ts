import type { FieldError } from '#shared/lib/problem.ts';
import { validateInvitation, type InvitedRole } from '#shared/operator/rules.ts';
import type { ArgsOf } from '../../lib/api.ts';
import type { invitePerson } from '#shared/operator/person/calls-person.ts';

/** An invitation as it is typed. */
export interface InviteForm {
  readonly role: InvitedRole;
  readonly name: string;
  readonly email: string;
  readonly zone: string;
  readonly slug: string;
  readonly title: string;
  readonly services: readonly string[];
  readonly instruments: readonly string[];
  /** What confirms a further operator; empty: not ticked. */
  readonly another: readonly string[];
}

export const ANOTHER = 'another';
export const SAY_ANOTHER = 'Please confirm that the studio is to have one more operator.';

/** What the call takes. */
export function toInvitation({
  role,
  name,
  email,
  zone,
  another,
  ...musician
}: InviteForm): ArgsOf<typeof invitePerson>['body'] {
  const { slug, title, services, instruments } = musician;
  return {
    role,
    name,
    email,
    zone,
    another: role === 'operator' && another.includes(ANOTHER),
    ...(role === 'partner' && {
      musician: { slug: slug.trim(), title, services: [...services], instruments: [...instruments] },
    }),
  };
}

/** What is wrong before it is sent, by field. */
export function inviteErrors(form: InviteForm): FieldError[] {
  const { musician, ...invitation } = toInvitation(form);
  const unconfirmed = form.role === 'operator' && invitation.another !== true;
  return [
    ...validateInvitation({ ...invitation, musician }),
    ...(unconfirmed ? [{ field: 'another', message: SAY_ANOTHER }] : []),
  ];
}

/** The field that a refusal without fields is about. */
export const REFUSED_FIELDS: Readonly<Record<string, keyof InviteForm>> = {
  email_taken: 'email',
  slug_taken: 'slug',
  operator_exists: 'another',
};
