import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { Button } from '../../ui/button/Button.tsx';
import { askProof, type Proof, type SecondFactor } from './api.ts';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import classes from './SecondFactor.module.css';

const { settings: TEXTS, passkey: PASSKEY } = SECOND_FACTOR;

interface ProveChangeProps {
  /** What will happen. */
  readonly lead: string;
  readonly factor: Pick<SecondFactor, 'app' | 'passkeys' | 'takes_passkeys'>;
  /** Makes the change; rejects when it is refused. */
  readonly onProof: (proof: Proof) => Promise<void>;
  readonly onEnd: () => void;
}

/** Asks who makes a change of the second factor for a passkey or a code. */
export function ProveChange({ lead, factor, onProof, onEnd }: ProveChangeProps) {
  const byPasskey = factor.takes_passkeys && factor.passkeys.length > 0;
  const words = byPasskey
    ? { code: TEXTS.orByCode, recovery: TEXTS.orByRecovery }
    : { code: TEXTS.proveByCode, recovery: TEXTS.proveByRecovery };
  return (
    <div className={classes.asked}>
      <p>{lead}</p>
      {byPasskey && (
        <PasskeyButton
          kind="main"
          label={PASSKEY.submit}
          onPress={async () => onProof({ passkey: await askProof() })}
        />
      )}
      <p>{words[factor.app ? 'code' : 'recovery']}</p>
      <CodeForm kind="either" isSecond={byPasskey} onCode={async (code) => onProof({ code })} />
      <Button kind="plain" onClick={onEnd}>
        {TEXTS.cancel}
      </Button>
    </div>
  );
}
