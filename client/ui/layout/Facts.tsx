import { Loading, Placeholder } from '../feedback/Skeleton.tsx';
import classes from './Facts.module.css';

export type Fact = readonly [name: string, value: string];

/** Names and values beside each other. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The shape of facts that load. */
export function FactsSkeleton({ what, count }: { readonly what: string; readonly count: number }) {
  return (
    <Loading what={what}>
      <div className={classes.facts}>
        {Array.from({ length: count }, (_, at) => (
          <div key={at}>
            <Placeholder width="40%" height="14px" />
            <Placeholder width="75%" height="20px" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
