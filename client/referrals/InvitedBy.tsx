import { REFERRAL_REWARD } from '../../../shared/referrals/rules.ts';
import { WELCOME_OURS } from '../../../shared/referrals/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import classes from './InvitedBy.module.css';

interface InvitedByProps {
  /** Who invites. */
  readonly name: string;
  /** The studio's name; undefined while it is not known. */
  readonly studio: string | undefined;
}

/** The friend who invites, and what it brings both. */
export function InvitedBy({ name, studio }: InvitedByProps) {
  return (
    <div className={classes.card}>
      <div className={classes.friend}>
        <Avatar name={name} size={56} />
        <p>
          <b>{name}</b> {studio === undefined ? 'invites you.' : `invites you to ${studio}.`}
        </p>
      </div>
      <p className={classes.both}>{WELCOME_OURS.both}</p>
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
