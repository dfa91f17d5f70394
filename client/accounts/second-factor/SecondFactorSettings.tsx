import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { APP, PASSKEYS, secondFactorState, SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { formatDay } from '#shared/lib/time.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Loading, Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { AddApp, AppRow } from './AuthenticatorApp.tsx';
import { newRecoveryCodes, removeAll, secondFactorQuery, type Proof, type SecondFactor } from './api.ts';
import { PasskeyList } from './PasskeyList.tsx';
import { ProveChange } from './ProveChange.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './SecondFactor.module.css';

const { settings: TEXTS } = SECOND_FACTOR;

/** An operator's app, passkeys and recovery codes (docs/product/accounts.md#second-factor). */
export function SecondFactorSettings() {
  const query = useQuery(secondFactorQuery);
  return (
    <section className={classes.settings} aria-labelledby="your-sign-in">
      <h2 id="your-sign-in">{TEXTS.title}</h2>
      <QueryView
        query={query}
        loading={
          <Loading what="your sign-in">
            <Placeholder height="24px" />
          </Loading>
        }
      >
        {(factor) => <Factor factor={factor} />}
      </QueryView>
    </section>
  );
}

function Factor({ factor }: { factor: SecondFactor }) {
  const { timezone } = useMe();
  const [doing, setDoing] = useState<'codes' | 'remove' | 'passkey' | 'app' | null>(null);
  const end = () => setDoing(null);
  const day = formatDay(Temporal.Instant.from(factor.created_at), timezone);
  return (
    <>
      <p>{secondFactorState(day, factor.recovery_codes_left)}</p>
      {factor.takes_passkeys && <PasskeyList factor={factor} />}
      {factor.app_added_at != null && <AppRow factor={factor} since={factor.app_added_at} />}
      {doing === null && (
        <div className={classes.buttons}>
          {factor.takes_passkeys && (
            <Button kind="plain" onClick={() => setDoing('passkey')}>
              {PASSKEYS.add}
            </Button>
          )}
          {!factor.app && (
            <Button kind="plain" onClick={() => setDoing('app')}>
              {APP.add}
            </Button>
          )}
          <Button kind="plain" onClick={() => setDoing('codes')}>
            {TEXTS.newCodes}
          </Button>
          <Button kind="plain" onClick={() => setDoing('remove')}>
            {TEXTS.remove}
          </Button>
        </div>
      )}
      {doing === 'passkey' && <AddPasskey factor={factor} onEnd={end} />}
      {doing === 'app' && <AddApp factor={factor} onEnd={end} />}
      {doing === 'codes' && <NewCodes factor={factor} onEnd={end} />}
      {doing === 'remove' && (
        <ProveChange lead={TEXTS.removeLead} factor={factor} onProof={removeAndLeave} onEnd={end} />
      )}
    </>
  );
}

function NewCodes({ factor, onEnd }: { factor: SecondFactor; onEnd: () => void }) {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = async (proof: Proof) => {
    setCodes(await newRecoveryCodes(proof));
    await queryClient.invalidateQueries(secondFactorQuery);
  };
  return codes === null ? (
    <ProveChange lead={TEXTS.newCodesLead} factor={factor} onProof={make} onEnd={onEnd} />
  ) : (
    <>
      <p>{SECOND_FACTOR.codes.lead}</p>
      <RecoveryCodes codes={codes} />
      <div className={classes.buttons}>
        <Button kind="main" onClick={onEnd}>
          {TEXTS.done}
        </Button>
      </div>
    </>
  );
}

async function removeAndLeave(proof: Proof): Promise<void> {
  await removeAll(proof);
  globalThis.location.assign('/login');
}
