import type { Studio } from '../../shared/content/contract.ts';

/** Fills {name} and {email} into a link of the settings, encoded (decisions 1). */
export function fillLink(url: string, person: { readonly name: string; readonly email: string }): string {
  return url.replace(/\{(name|email)\}/g, (_, key: 'name' | 'email') => encodeURIComponent(person[key]));
}

/** Where "Contact Support" leads: the form of the settings, else a mail, else nowhere. */
export function supportLink(studio: Studio, person: { readonly name: string; readonly email: string }) {
  if (studio.support_url !== null) return fillLink(studio.support_url, person);
  return studio.support_email === null ? null : `mailto:${studio.support_email}`;
}
