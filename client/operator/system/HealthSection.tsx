import type { Finding, SystemState } from '#shared/operator/system/contract-system.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';
import { Section } from '../Section.tsx';
import { useCheckHealth } from './api.ts';
import classes from './System.module.css';

const TONES: Readonly<Record<Finding['is'], Tone>> = { right: 'ready', note: 'done', wrong: 'danger' };
const LABELS: Readonly<Record<Finding['is'], string>> = { right: 'Works', note: 'Note', wrong: 'Wrong' };

const readyFinding = (what: string, isReady: boolean): Finding => ({
  what,
  is: isReady ? 'right' : 'wrong',
  text: isReady ? 'It answers.' : 'It does not answer within 1.5 seconds.',
});

/** Whether database and storage answer; on request each setting is tried on the real service. */
export function HealthSection({ ready }: { readonly ready: SystemState['ready'] }) {
  const check = useCheckHealth();
  const findings = check.data?.findings ?? [
    readyFinding('Database', ready.database),
    readyFinding('Files', ready.storage),
  ];
  const wrong = findings.filter(({ is }) => is === 'wrong').length;
  return (
    <Section
      title="Health"
      actions={
        <Button kind="plain" loading={check.isPending} onClick={() => check.mutate()}>
          Try every setting
        </Button>
      }
    >
      {check.error !== null && <Notice tone="danger">{errorMessage(check.error)}</Notice>}
      <output className={classes.result}>
        {check.data !== undefined &&
          (wrong === 0
            ? 'Every setting works.'
            : `${wrong === 1 ? '1 thing is' : `${wrong} things are`} wrong.`)}
      </output>
      <ul className={classes.findings}>
        {findings.map(({ what, is, text }) => (
          <li key={`${what} ${text}`}>
            <b>{what}</b>
            <StatusLabel tone={TONES[is]}>{LABELS[is]}</StatusLabel>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
