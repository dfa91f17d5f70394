import type { Company, Vat } from '#shared/content/contract-store.ts';
import { EU_COUNTRIES } from '#shared/lib/countries.ts';

const DEFAULT_BASIS_POINTS = 2300;

export const VAT: Vat = {
  rates: Object.fromEntries(EU_COUNTRIES.map((country) => [country, DEFAULT_BASIS_POINTS])),
  reverse_charge: false,
};

/** Nobody: only the studio can say who issues its invoices. */
export const COMPANY: Company = { name: '', address: [], country: null, vat_number: '', registration: '' };
