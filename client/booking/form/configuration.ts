import { type Buyer, servicePrice } from '#shared/catalogue/rules.ts';
import type { Configuration, Partner } from '../api.ts';

/** The configuration used when it cannot be loaded (docs/product/booking.md#when-something-cannot-be-loaded). */
export function fallbackConfiguration(
  { name, services_first, services }: Pick<Partner, 'name' | 'services_first' | 'services'>,
  buyer: Buyer,
): Configuration {
  const servicesList = services.map((service) => ({ ...service, price: servicePrice(service, buyer) }));
  return {
    Name: name,
    services_first,
    services: { label: '', servicesList },
    sampleRates: [],
    deliverables: [],
  };
}
