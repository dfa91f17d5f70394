import { link } from '../store/values.ts';
import type { Work } from '../store/work.ts';

/** A page of a list: `page` from 1 on, `page_size` up to 20, counts where `total_required`. */
export function pageOf(
  work: Work,
  name: string,
  all: readonly object[],
  path: string,
  query: URLSearchParams,
): object {
  const size = Math.min(20, Math.max(1, Number(query.get('page_size') ?? 10) || 10));
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const counts =
    query.get('total_required') === 'true'
      ? { total_items: all.length, total_pages: Math.ceil(all.length / size) }
      : {};
  const at = (number: number): string => {
    const wanted = new URLSearchParams(query);
    wanted.set('page', String(number));
    return `${work.api}${path}?${wanted.toString()}`;
  };
  const links = [link(at(page), 'self')];
  if (page * size < all.length) links.push(link(at(page + 1), 'next'));
  return { [name]: all.slice((page - 1) * size, page * size), ...counts, links };
}
