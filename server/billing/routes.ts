import * as contract from '#shared/billing/contract.ts';
import * as area from '#shared/billing/contract-area.ts';
import * as content from '#shared/content/contract-documents.ts';
import { serve, type Bound } from '../http/bind.ts';
import { getBilling } from './get-billing.ts';
import { getInvoice, getInvoicePdf, listInvoices } from './invoices/read-invoices.ts';
import { joinBundle } from './join-bundle.ts';
import { listAnnouncements } from './list-announcements.ts';
import { getPricing, getPricingCatalogue, getPricingPlans } from './prices/offers.ts';

export const routes: readonly Bound[] = [
  serve(contract.joinBundle, joinBundle),
  serve(area.getBilling, getBilling),
  serve(content.getAnnouncements, (ctx) => listAnnouncements(ctx)),
  serve(content.getPricing, (ctx) => getPricing(ctx)),
  serve(content.getPricingCatalogue, getPricingCatalogue),
  serve(content.getPricingPlans, getPricingPlans),
  serve(area.listInvoices, listInvoices),
  serve(area.getInvoice, getInvoice),
  serve(area.getInvoicePdf, getInvoicePdf),
];
