import { useState } from 'react';
import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { Button } from '../../ui/button/Button.tsx';
import classes from './SecondFactor.module.css';

const { codes: TEXTS } = SECOND_FACTOR;

/** New recovery codes, to copy or download; they are not shown again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <ul className={classes.codes} aria-label={TEXTS.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button kind="plain" onClick={copy}>
          {copied === true ? TEXTS.copied : TEXTS.copy}
        </Button>
        <Button kind="plain" onClick={() => download(text)}>
          {TEXTS.download}
        </Button>
      </div>
      <output>{copied === false ? TEXTS.notCopied : copied === true ? TEXTS.copied : ''}</output>
    </>
  );
}

function download(text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = TEXTS.file;
  link.click();
  URL.revokeObjectURL(href);
}
