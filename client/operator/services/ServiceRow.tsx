import { durationInWords } from '#shared/lib/time.ts';
import type { ListedService } from '#shared/operator/content/contract-services.ts';
import { cohortPrices, musiciansText, SESSION_TYPE_LABELS } from '#shared/operator/content/texts-services.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { consolePaths } from '../console-paths.ts';
import opens from '../OpenRow.module.css';
import { PathLink } from '../PathLink.tsx';
import classes from './Services.module.css';

/** One service of the list; the row opens its page. */
export function ServiceRow({ service }: { readonly service: ListedService }) {
  const { id, value, label, session_type, unit_minutes, slots, credits, musicians, is_offered } = service;
  return (
    <li className={`${opens.row} ${classes.row}`}>
      <div className={classes.name}>
        <h2>
          <PathLink to={consolePaths.service(id)} className={opens.open}>
            {label}
          </PathLink>
        </h2>
        <p>
          <code>{value}</code>
        </p>
      </div>
      <p className={classes.type}>
        {SESSION_TYPE_LABELS[session_type]}, {durationInWords(unit_minutes * slots)}
      </p>
      <div className={classes.price}>
        <b>{creditsText(credits)}</b>
        {cohortPrices(service).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <p className={classes.musicians}>{musiciansText(musicians)}</p>
      <StatusLabel tone={is_offered ? 'ready' : 'done'}>{is_offered ? 'Offered' : 'Not offered'}</StatusLabel>
    </li>
  );
}
