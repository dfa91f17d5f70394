import * as referrals from '#shared/referrals/contract.ts';
import { makeInvitation } from '../rooms/referrals.ts';
import { UNKNOWN_ID, plainRow, withReference, type AccessRow } from './row.ts';

const remind = (referral_id: string) => ({ body: { referral_id } });

export const REFERRALS: readonly AccessRow[] = [
  plainRow(referrals.invite, () => ({ body: { email: 'friend@test.test' } })),
  plainRow(referrals.listReferrals, () => ({})),
  plainRow(referrals.checkCode, () => ({ body: { code: 'none' } })),
  withReference(
    plainRow(referrals.remind, () => remind(UNKNOWN_ID)),
    'referral_id',
    async ({ studio, client }) => {
      const { id } = await studio.inTx((tx, now) =>
        makeInvitation(tx, { inviterId: client.id, at: now.subtract({ hours: 24 }) }),
      );
      return { field: 'referral_id', unknown: remind(UNKNOWN_ID), foreign: remind(id), owner: client };
    },
  ),
];
