import { createContext, use } from 'react';
import type { FormField } from '#shared/content/rules-form.ts';
import type { FieldError } from '#shared/lib/problem.ts';

/** A picture as documents name it, with its size in pixels. */
export interface Picture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

interface FormContext {
  readonly form: readonly FormField[];
  /** Stored pictures to choose from. */
  readonly pictures: readonly Picture[];
  readonly errors: readonly FieldError[];
  /** Puts a value at a path; undefined removes it. */
  readonly change: (path: string, value: unknown) => void;
}

/** What all fields of a document's form share. */
export const DocumentFormContext = createContext<FormContext>({
  form: [],
  pictures: [],
  errors: [],
  change: () => {},
});
export const useDocumentForm = (): FormContext => use(DocumentFormContext);

/** A field at its place: `path` has the numbers of items where the field's own has `*`. */
export interface FieldProps {
  readonly field: FormField;
  readonly path: string;
  readonly label: string;
  readonly value: unknown;
}
