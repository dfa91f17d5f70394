import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { PASSKEY_NAME_MAX } from '#shared/accounts/rules-passkeys.ts';
import { PASSKEYS, SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { formatDay } from '#shared/lib/time.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { dropPasskey, namePasskey, secondFactorQuery, type SecondFactor } from './api.ts';
import { ProveChange } from './ProveChange.tsx';
import classes from './SecondFactor.module.css';

type Passkey = SecondFactor['passkeys'][number];

/** An operator's passkeys, each to rename or remove (docs/product/accounts.md#passkeys). */
export function PasskeyList({ factor }: { factor: SecondFactor }) {
  return factor.passkeys.length === 0 ? (
    <p>{PASSKEYS.none}</p>
  ) : (
    <ul className={classes.passkeys} aria-label={PASSKEYS.title}>
      {factor.passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} factor={factor} />
      ))}
    </ul>
  );
}

function PasskeyRow({ passkey, factor }: { passkey: Passkey; factor: SecondFactor }) {
  const { timezone } = useMe();
  const queryClient = useQueryClient();
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const { id, name, created_at, last_used_at } = passkey;
  const day = (instant: string) => formatDay(Temporal.Instant.from(instant), timezone);
  const end = async () => {
    await queryClient.invalidateQueries(secondFactorQuery);
    setDoing(null);
  };
  return (
    <li className={classes.passkey}>
      <div className={classes.passkeyText}>
        <b>{name}</b>
        <span>
          {PASSKEYS.made(day(created_at))},{' '}
          {last_used_at === null ? PASSKEYS.unused : PASSKEYS.used(day(last_used_at))}
        </span>
      </div>
      {doing === null && (
        <div className={classes.buttons}>
          <Button kind="plain" aria-label={PASSKEYS.renameOf(name)} onClick={() => setDoing('rename')}>
            {PASSKEYS.rename}
          </Button>
          <Button kind="plain" aria-label={PASSKEYS.removeOf(name)} onClick={() => setDoing('remove')}>
            {PASSKEYS.remove}
          </Button>
        </div>
      )}
      {doing === 'rename' && <Rename passkey={passkey} onDone={end} onEnd={() => setDoing(null)} />}
      {doing === 'remove' && (
        <ProveChange
          lead={PASSKEYS.removeLead(name)}
          factor={factor}
          onProof={async (proof) => {
            await dropPasskey(id, proof);
            await end();
          }}
          onEnd={() => setDoing(null)}
        />
      )}
    </li>
  );
}

interface RenameProps {
  readonly passkey: Passkey;
  readonly onDone: () => Promise<void>;
  readonly onEnd: () => void;
}

function Rename({ passkey: { id, name }, onDone, onEnd }: RenameProps) {
  const [text, setText] = useState(name);
  const save = useMutation({ mutationFn: async () => namePasskey(id, text), onSuccess: onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form className={classes.asked} noValidate onSubmit={submit}>
      <PlainField
        label={PASSKEYS.name}
        value={text}
        maxLength={PASSKEY_NAME_MAX}
        error={save.error === null ? null : errorMessage(save.error)}
        onChange={setText}
      />
      <div className={classes.buttons}>
        <Button type="submit" kind="main" aria-disabled={save.isPending || undefined}>
          {PASSKEYS.save}
        </Button>
        <Button kind="plain" onClick={onEnd}>
          {SECOND_FACTOR.settings.cancel}
        </Button>
      </div>
    </form>
  );
}
