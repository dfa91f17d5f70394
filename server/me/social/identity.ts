import type { Result } from '../../../shared/lib/result.ts';

/** Who somebody is to the other side, as the other side vouches for it. */
export interface Identity {
  readonly provider: 'google' | 'facebook';
  /** The other side's own id of the person; never changes, unlike the e-mail. */
  readonly subject: string;
  /** null when the other side did not tell. */
  readonly email: string | null;
  readonly name: string | null;
}

/** `bad_token`: the other side does not vouch for it, or not to us. `provider_away`: it did not answer in time. */
export type Vouched = Result<Identity, 'bad_token' | 'provider_away'>;

/** After how many milliseconds a call to the other side is given up. */
export const ANSWER_WITHIN_MS = 4000;
