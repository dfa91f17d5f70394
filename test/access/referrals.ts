import * as referrals from '#shared/referrals/contract.ts';
import { makeInvitation } from '../rooms/referrals.ts';
import { NOBODYS, open, withMore, type AccessRow } from './row.ts';

const remind = (referral_id: string) => ({ body: { referral_id } });

export const REFERRALS: readonly AccessRow[] = [
  open(referrals.invite, () => ({ body: { email: 'friend@test.test' } })),
  open(referrals.listReferrals, () => ({})),
  open(referrals.checkCode, () => ({ body: { code: 'none' } })),
  withMore(
    open(referrals.remind, () => remind(NOBODYS)),
    'referral_id',
    async ({ studio, client }) => {
      const { id } = await studio.inTx((tx, now) =>
        makeInvitation(tx, { inviterId: client.id, at: now.subtract({ hours: 24 }) }),
      );
      return { field: 'referral_id', nobodys: remind(NOBODYS), theirs: remind(id), owner: client };
    },
  ),
];
