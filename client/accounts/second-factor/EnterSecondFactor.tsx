import { useState } from 'react';
import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { Button } from '../../ui/button/Button.tsx';
import { AuthHead } from './AuthHead.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

type Means = 'passkey' | 'app' | 'recovery';

interface EnterSecondFactorProps {
  readonly email: string;
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly onCode: (code: string) => Promise<void>;
  readonly onPasskey: () => Promise<void>;
}

/** Asks for the second factor by one of the means that there are: the passkey first, then the app. */
export function EnterSecondFactor({ email, hasApp, hasPasskey, onCode, onPasskey }: EnterSecondFactorProps) {
  const means: readonly Means[] = [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasApp ? (['app'] as const) : []),
    'recovery',
  ];
  const [by, setBy] = useState<Means>(means[0] ?? 'recovery');
  return (
    <>
      <Ask by={by} email={email} onCode={onCode} onPasskey={onPasskey} />
      {means
        .filter((other) => other !== by)
        .map((other) => (
          <Button key={other} kind="plain" onClick={() => setBy(other)}>
            {OTHER[other]}
          </Button>
        ))}
    </>
  );
}

const OTHER: Readonly<Record<Means, string>> = {
  passkey: SECOND_FACTOR.passkey.use,
  app: SECOND_FACTOR.recovery.app,
  recovery: SECOND_FACTOR.enter.recovery,
};

function Ask({
  by,
  email,
  onCode,
  onPasskey,
}: { by: Means } & Omit<EnterSecondFactorProps, 'hasApp' | 'hasPasskey'>) {
  const { enter, recovery, passkey } = SECOND_FACTOR;
  if (by === 'passkey')
    return (
      <>
        <AuthHead title={passkey.title} lead={passkey.lead} email={email} />
        <PasskeyButton kind="main" label={passkey.submit} onPress={onPasskey} />
      </>
    );
  return by === 'app' ? (
    <>
      <AuthHead title={enter.title} lead={enter.lead} email={email} />
      <CodeForm key="app" kind="app" onCode={onCode} />
    </>
  ) : (
    <>
      <AuthHead title={recovery.title} lead={recovery.lead} />
      <CodeForm key="recovery" kind="recovery" label={recovery.code} onCode={onCode} />
    </>
  );
}
