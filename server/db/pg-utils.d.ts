declare module 'pg/lib/utils.js' {
  /** A value as PostgreSQL takes it. */
  function prepareValue(value: unknown): string | Buffer | null;
  const utils: { readonly prepareValue: typeof prepareValue };
  export default utils;
}
