import type { ModalParams } from '../../lib/modal-search.ts';
import { modalOf } from './modals.ts';

interface AnySearch extends ModalParams {
  modal?: unknown;
}

/**
 * The search without a modal and its parameters. Plans that were opened from a session's files lead back to them, unless
 * they are refused (docs/product/ui.md#modals).
 */
export const closeModal =
  (name: string, isRefused = false) =>
  <Search extends AnySearch>(search: Search): Omit<Search, 'modal' | keyof ModalParams> => {
    const rest: AnySearch = { ...search };
    delete rest.modal;
    for (const param of modalOf(name)?.params ?? (['session', 'folder'] as const)) delete rest[param];
    if (name === 'plans' && rest.session !== undefined) {
      if (!isRefused) return { ...rest, modal: 'files' } as Search;
      delete rest.session;
      delete rest.folder;
    }
    return rest as Search;
  };
