import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { APP, SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { formatDay } from '#shared/lib/time.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { beginNewApp, dropApp, keepApp, secondFactorQuery, type AppSetup, type SecondFactor } from './api.ts';
import { AppSecret } from './AppSecret.tsx';
import { CodeForm } from './CodeForm.tsx';
import { ProveChange } from './ProveChange.tsx';
import classes from './SecondFactor.module.css';

/** Adds an app in two steps: who asks proves it, then enters its first code. */
export function AddApp({ factor, onEnd }: { factor: SecondFactor; onEnd: () => void }) {
  const queryClient = useQueryClient();
  const [setup, setSetup] = useState<AppSetup | null>(null);
  if (setup === null)
    return (
      <ProveChange
        lead={APP.addLead}
        factor={factor}
        onProof={async (proof) => setSetup(await beginNewApp(proof))}
        onEnd={onEnd}
      />
    );
  const keep = async (code: string) => {
    await keepApp(setup.token, code);
    toast(APP.added);
    await queryClient.invalidateQueries(secondFactorQuery);
    onEnd();
  };
  const beginAgain = (error: unknown) => {
    if (!(error instanceof ProblemError) || error.problem.code !== 'setup_over') throw error;
    toast(errorMessage(error), 'danger');
    setSetup(null);
  };
  return (
    <div className={classes.asked}>
      <p>{APP.scan}</p>
      <AppSecret setup={setup} />
      <CodeForm kind="app" onCode={async (code) => keep(code).catch(beginAgain)} />
      <Button kind="plain" onClick={onEnd}>
        {SECOND_FACTOR.settings.cancel}
      </Button>
    </div>
  );
}

/** The app, to remove while a passkey stays (docs/product/accounts.md#an-app-beside-passkeys). */
export function AppRow({ factor, since }: { factor: SecondFactor; since: string }) {
  const { timezone } = useMe();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState(false);
  return (
    <div className={classes.passkey}>
      <div className={classes.passkeyText}>
        <b>{APP.title}</b>
        <span>{APP.since(formatDay(Temporal.Instant.from(since), timezone))}</span>
      </div>
      {!removing && factor.passkeys.length > 0 && (
        <Button kind="plain" aria-label={APP.removeOf} onClick={() => setRemoving(true)}>
          {APP.remove}
        </Button>
      )}
      {removing && (
        <ProveChange
          lead={APP.removeLead}
          factor={factor}
          onProof={async (proof) => {
            await dropApp(proof);
            await queryClient.invalidateQueries(secondFactorQuery);
            setRemoving(false);
          }}
          onEnd={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
