import { WELCOME } from '#shared/referrals/texts.ts';
import type { CodeState } from '../../lib/referral-code.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';

/** Tells that a referral link does not work; signing up is possible anyway. */
export function ReferralNotice({ codeState }: { readonly codeState: CodeState | undefined }) {
  if (codeState?.is === 'used') return <Notice tone="waiting">{WELCOME.used}</Notice>;
  if (codeState?.is === 'unknown') return <Notice tone="waiting">{WELCOME.badLink}</Notice>;
  return null;
}
