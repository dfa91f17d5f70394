import { html, Markup } from './html.ts';

/** What is wrong with a form, by the name of the field. */
export type Errors = Readonly<Partial<Record<string, string>>>;

export interface FieldInput {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly autocomplete: string;
  readonly maxlength: number;
  readonly type?: 'text' | 'email';
  readonly inputmode?: 'numeric';
  readonly placeholder?: string;
  readonly optional?: boolean;
}

/** The state of a form's fields; the first wrong one gets the focus. */
export interface FieldState {
  readonly errors: Errors;
  readonly focus: string | null;
}

const message = (name: string, error: string | undefined): Markup | null =>
  error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>`;

const described = (name: string, { errors, focus }: FieldState): Markup =>
  errors[name] === undefined
    ? html``
    : html` aria-invalid="true" aria-describedby="${name}-error"${focus === name ? new Markup(' autofocus') : null}`;

/** A labelled field with its error. */
export function textField(field: FieldInput, state: FieldState): Markup {
  const { name, label, value = '', autocomplete, maxlength, type = 'text', inputmode, placeholder } = field;
  return html`<div class="field">
    <label for="${name}">${label}${field.optional ? html` <span class="quiet">(optional)</span>` : null}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${maxlength}"${
      inputmode === undefined ? null : html` inputmode="${inputmode}"`
    }${placeholder === undefined ? null : html` placeholder="${placeholder}"`}${
      field.optional ? null : new Markup(' required')
    }${described(name, state)} />
    ${message(name, state.errors[name])}
  </div>`;
}

/** A labelled choice. */
export function selectField(
  name: string,
  label: string,
  autocomplete: string,
  options: readonly { readonly code: string; readonly name: string }[],
  value: string,
  state: FieldState,
): Markup {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" autocomplete="${autocomplete}" required${described(name, state)}>
      <option value="">Choose a country</option>
      ${options.map(
        (one) =>
          html`<option value="${one.code}"${one.code === value ? new Markup(' selected') : null}>${one.name}</option>`,
      )}
    </select>
    ${message(name, state.errors[name])}
  </div>`;
}

/** Form values of a bounded length, without control characters. */
export type Values = Readonly<Record<string, string>>;

/** Reads the named fields of a form; what is missing is empty, what is too long is cut. */
export function readValues(body: string, lengths: Readonly<Record<string, number>>): Values {
  const form = new URLSearchParams(body);
  return Object.fromEntries(
    Object.entries(lengths).map(([name, most]) => [
      name,
      (form.get(name) ?? '')
        .replaceAll(/\p{Cc}/gu, '')
        .trim()
        .slice(0, most)
        .toWellFormed(),
    ]),
  );
}
