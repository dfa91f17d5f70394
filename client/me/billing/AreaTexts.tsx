import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../lib/QueryView.tsx';
import { Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { billingAreaQuery } from '../api.ts';
import classes from './BillingTab.module.css';

/** The studio's texts; hidden if they cannot be loaded. */
export function AreaTexts() {
  const query = useQuery(billingAreaQuery);
  const loading = (
    <div className={classes.area}>
      <Placeholder height="168px" />
    </div>
  );
  return (
    <QueryView query={query} loading={loading} failed={null}>
      {(data) => (
        <div className={classes.area}>
          <h3>{data.header}</h3>
          <p>{data.body}</p>
          {data.benefits.length > 0 && (
            <ul>
              {data.benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </QueryView>
  );
}
