import type * as z from 'zod/mini';
import type { Invoice } from '#shared/billing/contract-area.ts';
import type * as contract from '#shared/content/contract-documents.ts';
import type { Company } from '#shared/content/contract-store.ts';
import type { Limitations } from '#shared/content/contract.ts';
import { countryName } from '#shared/lib/countries.ts';
import { InvoiceView } from '../../billing/invoices/InvoicePage.tsx';
import { PriorityNotice } from '../../booking/time/PriorityNotice.tsx';
import { DownloadNotice } from '../../files/list/DownloadNotice.tsx';
import { limitationsQuery } from '../../files/api.ts';
import { billingAreaQuery } from '../../me/api.ts';
import { AreaTexts } from '../../me/billing/AreaTexts.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { Draw } from './drawing.ts';
import { Nothing } from './Nothing.tsx';
import { Screen } from './Screen.tsx';

export const drawBillingArea: Draw<z.infer<typeof contract.BillingArea>> = (value) => ({
  known: [[billingAreaQuery.queryKey, value]],
  screen: (
    <Screen width="profile">
      <Card title="Plan">
        <AreaTexts />
      </Card>
    </Screen>
  ),
});

export const drawLimitations: Draw<Limitations> = (value, { part, me, now }) => ({
  known: [[limitationsQuery.queryKey, value]],
  screen: (
    <Screen width="panel">
      {part === 'processing' ? (
        <DownloadNotice
          state="processing"
          until={now.add({ minutes: value.express_files_delivery_time })}
          sessionId={1}
          zone={me.timezone}
        />
      ) : part === 'offered' ? (
        <DownloadNotice
          state="offered"
          until={now.add({ hours: 24 * value.files_expiration_time })}
          sessionId={1}
          zone={me.timezone}
        />
      ) : (
        <PriorityNotice limitations={value} />
      )}
    </Screen>
  ),
});

/** An invented invoice from the seller; without a name none are issued. */
export const drawCompany: Draw<Company> = (value, { now }) => ({
  known: [],
  screen:
    value.name.trim() === '' ? (
      <Nothing>Without a name nothing stands on invoices.</Nothing>
    ) : (
      <Screen>
        <InvoiceView invoice={invoiceFrom(value, now)} />
      </Screen>
    ),
});

const invoiceFrom = (
  { name, address, country, vat_number, registration }: Company,
  now: Temporal.Instant,
): Invoice => ({
  id: 'preview',
  number: '2026-00001',
  kind: 'invoice',
  date: now.toString(),
  what: 'Example',
  payment: 99,
  total_cents: 9900,
  status: 'paid',
  seller: {
    name,
    address: [
      ...address,
      ...(country === null ? [] : [countryName(country) ?? country]),
      ...(registration === '' ? [] : [registration]),
    ],
    vat_number: vat_number === '' ? null : vat_number,
  },
  buyer: { name: 'Robin Example', address: ['1 Example Street'], vat_number: null },
  lines: [{ label: 'An example', quantity: 1, net_cents: 9900 }],
  discount_cents: 0,
  net_cents: 9900,
  vat_percent: 0,
  vat_cents: 0,
  reverse_charge: false,
  corrects: null,
});
