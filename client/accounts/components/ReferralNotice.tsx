import { WELCOME } from '../../../shared/referrals/texts.ts';
import type { CodeWorth } from '../../app/referral-code.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Says when a referral link will bring nothing; one can sign up all the same. */
export function ReferralNotice({ worth }: { readonly worth: CodeWorth | undefined }) {
  if (worth?.is === 'used') return <Notice tone="waiting">{WELCOME.used}</Notice>;
  if (worth?.is === 'unknown') return <Notice tone="waiting">{WELCOME.badLink}</Notice>;
  return null;
}
