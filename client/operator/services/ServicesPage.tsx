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

const loadAdd = async () => (await import('./AddServiceDialog.tsx')).AddServiceDialog;
const loadOrder = async () => (await import('./OrderDialog.tsx')).OrderDialog;

/** What can be booked, at which price, and who offers it (docs/product/operator.md#services). */
export function ServicesPage() {
  const [open, setOpen] = useState<'add' | 'order' | null>(null);
  const query = useQuery(servicesQuery);
  const onClose = () => setOpen(null);
  return (
    <>
      <ContentTabs
        title="Services"
        actions={
          <>
            {(query.data?.length ?? 0) > 1 && (
              <Button kind="plain" onClick={() => setOpen('order')}>
                Change the order
              </Button>
            )}
            <Button kind="plain" onClick={() => setOpen('add')}>
              Add a service
            </Button>
          </>
        }
      />
      <QueryView
        query={query}
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
      {open === 'add' && <LazyComponent load={loadAdd} enabled props={{ onClose }} />}
      {open === 'order' && query.data && (
        <LazyComponent load={loadOrder} enabled props={{ services: query.data, onClose }} />
      )}
    </>
  );
}
