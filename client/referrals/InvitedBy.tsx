import { REFERRAL_REWARD } from '#shared/referrals/rules.ts';
import { WELCOME_PAGE } from '#shared/referrals/texts.ts';
import { Avatar } from '../ui/layout/Avatar.tsx';
import classes from './InvitedBy.module.css';

interface InvitedByProps {
  /** Who invites. */
  readonly name: string;
  /** The studio's name; undefined while it is not known. */
  readonly studio: string | undefined;
}

/** The inviter and what both earn. */
export function InvitedBy({ name, studio }: InvitedByProps) {
  return (
    <div className={classes.card}>
      <div className={classes.inviter}>
        <Avatar name={name} size={56} />
        <p>
          <b>{name}</b> {studio === undefined ? 'invites you.' : `invites you to ${studio}.`}
        </p>
      </div>
      <p className={classes.both}>{WELCOME_PAGE.both}</p>
      <dl className={classes.rewards}>
        <div>
          <dt>You</dt>
          <dd>{`+${REFERRAL_REWARD} credits`}</dd>
        </div>
        <div>
          <dt>{name}</dt>
          <dd>{`+${REFERRAL_REWARD} credits`}</dd>
        </div>
      </dl>
    </div>
  );
}
