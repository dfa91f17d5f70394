import { useState } from 'react';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { MusicianProfile, ProfilePart } from '#shared/operator/musicians/contract-musician.ts';
import { PART_LABELS, PROFILE_TEXTS } from '#shared/operator/musicians/texts-musicians.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import person from '../person/PersonPage.module.css';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { Section } from '../Section.tsx';
import { useApprove, useReturn } from './api.ts';
import classes from './MusicianPage.module.css';
import { partDifference, type Stretch } from './part-difference.ts';

interface ProfileSectionProps {
  readonly musician: { readonly id: string; readonly name: string };
  readonly profile: MusicianProfile;
  readonly zone: string;
}

/** The longest note of a returned profile. */
const NOTE_MAX = 1000;

/** The profile as its draft has it beside what is published, and the decision about what was sent in. */
export function ProfileSection({ musician, profile, zone }: ProfileSectionProps) {
  const [open, setOpen] = useState<'approve' | 'return' | null>(null);
  const { state, version, submitted_at, returned_note, missing } = profile;
  const seen = { id: musician.id, version };
  const [approve, giveBack] = [useApprove(seen), useReturn(seen)];
  const close = () => setOpen(null);
  return (
    <Section
      title="Profile"
      actions={
        state === 'waiting' && (
          <div className={person.actions}>
            <Button kind="plain" onClick={() => setOpen('return')}>
              Return
            </Button>
            {missing.length === 0 && <Button onClick={() => setOpen('approve')}>Approve</Button>}
          </div>
        )
      }
    >
      <p className={classes.lead}>
        {PROFILE_TEXTS[state]}
        {submitted_at !== null && ` Sent in ${formatUpdatedAt(Temporal.Instant.from(submitted_at), zone)}.`}
      </p>
      {returned_note !== null && (
        <Notice tone="waiting" title="Returned with this note">
          {returned_note}
        </Notice>
      )}
      {state === 'waiting' && missing.length > 0 && (
        <Notice tone="danger" title="It cannot be approved yet">
          {missing.map(({ message }) => message).join(' ')}
        </Notice>
      )}
      <div className={classes.parts}>
        <dl>
          {profile.parts.map((part) => (
            <Part key={part.part} part={part} isPublished={profile.is_published} />
          ))}
        </dl>
      </div>
      {open === 'approve' && (
        <FormDialog
          title="Approve this profile?"
          confirm="Approve"
          isPending={approve.isPending}
          error={approve.error}
          onSubmit={() =>
            approve.mutate(undefined, {
              onSuccess: () => {
                toast('The profile is published');
                close();
              },
            })
          }
          onClose={close}
        >
          <p className={dialog.lead}>
            Clients see the profile of {musician.name} as it was sent in, at once. {musician.name} is told by
            mail.
          </p>
        </FormDialog>
      )}
      {open === 'return' && (
        <ReasonDialog
          title="Return this profile?"
          label="Note"
          hint={`${musician.name} reads it, by mail and above their profile.`}
          maxLength={NOTE_MAX}
          confirm="Return"
          verb={giveBack}
          onDone={() => toast('The profile is returned')}
          onClose={close}
        >
          Nothing is published. {musician.name} can change the profile and send it in again.
        </ReasonDialog>
      )}
    </Section>
  );
}

function Part({ part, isPublished }: { readonly part: ProfilePart; readonly isPublished: boolean }) {
  const difference = part.changed && isPublished ? partDifference(part) : null;
  return (
    <div className={classes.part} data-changed={(part.changed && isPublished) || undefined}>
      <dt>
        {PART_LABELS[part.part]}
        {difference !== null && <span className={classes.mark}>Changed</span>}
      </dt>
      {difference === null ? (
        <dd>
          <Texts texts={part.draft} />
        </dd>
      ) : (
        <>
          <dd>
            <span className={classes.side}>Published</span>
            <Texts texts={difference.published} />
          </dd>
          <dd>
            <span className={classes.side}>Sent in</span>
            <Texts texts={difference.draft} />
          </dd>
        </>
      )}
    </div>
  );
}

interface TextsProps {
  readonly texts: readonly (string | readonly Stretch[])[];
}

/** Two of a part's texts can be alike, so their places tell them apart. */
const placed = <T,>(items: readonly T[]) => items.map((item, place) => ({ item, place }));

/** A part's texts; what the other side does not have is marked. */
function Texts({ texts }: TextsProps) {
  if (texts.length === 0) return <span className={classes.none}>Nothing</span>;
  return (
    <ul className={classes.texts}>
      {placed(texts).map(({ item, place }) => (
        <li key={place}>{typeof item === 'string' ? item : <Stretches stretches={item} />}</li>
      ))}
    </ul>
  );
}

const ELEMENTS = { same: 'span', gone: 'del', new: 'ins' } as const;

function Stretches({ stretches }: { readonly stretches: readonly Stretch[] }) {
  return placed(stretches).map(({ item: { text, kind }, place }) => {
    const Element = ELEMENTS[kind];
    return <Element key={place}>{text}</Element>;
  });
}
