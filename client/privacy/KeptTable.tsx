import { KEPT } from '#shared/privacy/rules-kept.ts';
import { useMe } from '../lib/session.ts';
import { DataCard } from './DataCard.tsx';
import classes from './OwnData.module.css';

/** What is kept of the person, why, how long, and what deleting the account does to it. */
export function KeptTable() {
  const isMusician = useMe().role === 'partner';
  const kinds = KEPT.filter(({ what }) => isMusician || !what.startsWith('Of musicians'));
  return (
    <DataCard title="What we keep">
      <dl className={classes.kinds}>
        {kinds.map(({ kind, what, why, howLong, erasing }) => (
          <div key={kind}>
            <dt>{what.replace('Of musicians: your', 'Your')}</dt>
            <dd>
              <span>{why}</span>
              <span>
                <b>How long:</b> {howLong}
              </span>
              <span>
                <b>When you delete your account:</b> {erasing}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </DataCard>
  );
}
