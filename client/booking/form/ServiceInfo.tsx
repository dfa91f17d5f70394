import { durationInWords } from '#shared/lib/time.ts';
import type { Service } from '#shared/catalogue/contract.ts';
import classes from './ServiceInfo.module.css';

interface ServiceInfoProps {
  readonly service: Pick<
    Service,
    | 'label'
    | 'service_description'
    | 'info_button_body'
    | 'isServiceURL'
    | 'service_url'
    | 'files_deadline'
    | 'files_deadline_enabled'
    | 'files_delivery'
  >;
}

/** What a service is, when files are due, and the link to more (docs/product/catalogue.md#service-details). */
export function ServiceInfo({ service }: ServiceInfoProps) {
  const { label, service_description, info_button_body, isServiceURL, service_url } = service;
  return (
    <div className={classes.info}>
      {service_description !== '' && <p>{service_description}</p>}
      {info_button_body !== null && <p>{info_button_body}</p>}
      <p>{deadlines(service)}</p>
      {isServiceURL && service_url !== null && (
        <a className={classes.link} href={service_url} target="_blank" rel="noreferrer">
          More about {label}
        </a>
      )}
    </div>
  );
}

function deadlines({ files_deadline, files_deadline_enabled, files_delivery }: ServiceInfoProps['service']) {
  const due = files_deadline_enabled
    ? `Your files are due ${durationInWords(files_deadline)} before the start.`
    : 'It needs no files from you.';
  return `${due} Session files come within ${durationInWords(files_delivery)} after the end.`;
}
