import { createContext, use } from 'react';
import type { FormField } from '#shared/content/rules-form.ts';
import type { FieldError } from '#shared/lib/problem.ts';

interface FormContext {
  readonly form: readonly FormField[];
  readonly errors: readonly FieldError[];
  /** Puts a value at a path; undefined removes it. */
  readonly change: (path: string, value: unknown) => void;
}

/** What all fields of a document's form share. */
export const DocumentFormContext = createContext<FormContext>({ form: [], errors: [], change: () => {} });
export const useDocumentForm = (): FormContext => use(DocumentFormContext);

/** A field at its place: `path` has the numbers of items where the field's own has `*`. */
export interface FieldProps {
  readonly field: FormField;
  readonly path: string;
  readonly label: string;
  readonly value: unknown;
}
