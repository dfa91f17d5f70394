/** How a table's rows of a person are found: by a column with their id, their address, or through another table. */
export type FoundBy =
  | { readonly id: string }
  | { readonly address: string }
  | { readonly through: string; readonly table: string; readonly key: string; readonly id: string };

/** A table with data of people, and what erasing one of them does to its rows. */
export interface KeptTable {
  readonly table: string;
  readonly of: FoundBy;
  /** Only rows with this value. */
  readonly only?: { readonly column: string; readonly value: string };
  /** `rows`: they are deleted; `nothing`: they stay; else what columns are set to, `{id}` being the person's id. */
  readonly erase: 'rows' | 'nothing' | Readonly<Record<string, string | null>>;
  /** Columns that stay: texts, and ids of other people. */
  readonly stays?: readonly string[];
}

/** A kind of data that the studio has of people. */
export interface Kept {
  readonly kind: string;
  /** What it is, in words for the person. */
  readonly what: string;
  readonly why: string;
  readonly howLong: string;
  readonly onErase: 'deleted' | 'anonymous' | 'kept';
  /** What erasing does, in words for the person. */
  readonly erasing: string;
  /** The files of it in a download; none: why not. */
  readonly files: readonly string[];
  readonly notInDownload?: string;
  readonly tables: readonly KeptTable[];
}
