import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PASSKEYS, SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import {
  beginNewPasskey,
  keepPasskey,
  secondFactorQuery,
  type SecondFactor,
  type SetupOptions,
} from './api.ts';
import { makePasskey } from './browser-passkey.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { ProveChange } from './ProveChange.tsx';
import classes from './SecondFactor.module.css';

/** Adds a passkey in two steps: who asks proves it, then the browser makes the passkey. */
export function AddPasskey({ factor, onEnd }: { factor: SecondFactor; onEnd: () => void }) {
  const queryClient = useQueryClient();
  const [options, setOptions] = useState<SetupOptions | null>(null);
  if (options === null)
    return (
      <ProveChange
        lead={PASSKEYS.addLead}
        factor={factor}
        onProof={async (proof) => setOptions(await beginNewPasskey(proof))}
        onEnd={onEnd}
      />
    );
  const make = async () => {
    await keepPasskey(await makePasskey(options));
    toast(PASSKEYS.added);
    await queryClient.invalidateQueries(secondFactorQuery);
    onEnd();
  };
  return (
    <div className={classes.asked}>
      <p>{PASSKEYS.make}</p>
      <PasskeyButton kind="main" label={PASSKEYS.makeSubmit} onPress={make} />
      <Button kind="plain" onClick={onEnd}>
        {SECOND_FACTOR.settings.cancel}
      </Button>
    </div>
  );
}
