import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorState, SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { formatDay } from '#shared/lib/time.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Loading, Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { newRecoveryCodes, removeApp, secondFactorQuery } from './api.ts';
import { CodeForm } from './CodeForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './SecondFactor.module.css';

const { settings: TEXTS } = SECOND_FACTOR;

/** An operator's authenticator app and recovery codes (docs/product/accounts.md#second-factor). */
export function SecondFactorSettings() {
  const { timezone } = useMe();
  const query = useQuery(secondFactorQuery);
  const [doing, setDoing] = useState<'codes' | 'remove' | null>(null);
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
        {({ created_at, recovery_codes_left }) => (
          <p>
            {secondFactorState(formatDay(Temporal.Instant.from(created_at), timezone), recovery_codes_left)}
          </p>
        )}
      </QueryView>
      {doing === null && (
        <div className={classes.buttons}>
          <Button kind="plain" onClick={() => setDoing('codes')}>
            {TEXTS.newCodes}
          </Button>
          <Button kind="plain" onClick={() => setDoing('remove')}>
            {TEXTS.remove}
          </Button>
        </div>
      )}
      {doing === 'codes' && <NewCodes onEnd={() => setDoing(null)} />}
      {doing === 'remove' && <Remove onEnd={() => setDoing(null)} />}
    </section>
  );
}

function NewCodes({ onEnd }: { onEnd: () => void }) {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = async (code: string) => {
    setCodes(await newRecoveryCodes(code));
    await queryClient.invalidateQueries(secondFactorQuery);
  };
  return codes === null ? (
    <div className={classes.asked}>
      <p>{TEXTS.newCodesLead}</p>
      <CodeForm kind="app" onCode={make} />
      <Button kind="plain" onClick={onEnd}>
        {TEXTS.cancel}
      </Button>
    </div>
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

async function remove(code: string): Promise<void> {
  await removeApp(code);
  globalThis.location.assign('/login');
}

function Remove({ onEnd }: { onEnd: () => void }) {
  return (
    <div className={classes.asked}>
      <p>{TEXTS.removeLead}</p>
      <CodeForm kind="either" onCode={remove} />
      <Button kind="plain" onClick={onEnd}>
        {TEXTS.cancel}
      </Button>
    </div>
  );
}
