import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import auth from '../frame/Auth.module.css';
import { QrCode } from './QrCode.tsx';
import classes from './SecondFactor.module.css';

const { setUp } = SECOND_FACTOR;

interface AppSecretProps {
  readonly setup: { readonly secret: string; readonly uri: string };
}

/** What an authenticator app takes: a QR code, and its key to type. */
export function AppSecret({ setup }: AppSecretProps) {
  return (
    <div className={classes.setup}>
      <QrCode text={setup.uri} label={setUp.picture} />
      <p className={auth.small}>{setUp.byHand}</p>
      <code className={classes.key}>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
    </div>
  );
}
