import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '../../lib/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { ContentTabs } from '../content/ContentTabs.tsx';
import list from '../PagedList.module.css';
import { servicesQuery } from './api.ts';
import { ServiceRow } from './ServiceRow.tsx';

const load = async () => (await import('./AddServiceDialog.tsx')).AddServiceDialog;

/** What can be booked, at which price, and who offers it (docs/product/operator.md#services). */
export function ServicesPage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ContentTabs
        title="Services"
        actions={
          <Button kind="plain" onClick={() => setOpen(true)}>
            Add a service
          </Button>
        }
      />
      <QueryView
        query={useQuery(servicesQuery)}
        loading={<RowsSkeleton what="the services" count={8} />}
        errorTitle="We could not load the services"
      >
        {(services) =>
          services.length === 0 ? (
            <EmptyState title="There is no service yet">
              The usual ones come with the first musician who is invited. You can add others.
            </EmptyState>
          ) : (
            <ul className={list.list}>
              {services.map((service) => (
                <ServiceRow key={service.id} service={service} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {isOpen && <LazyComponent load={load} enabled props={{ onClose: () => setOpen(false) }} />}
    </>
  );
}
