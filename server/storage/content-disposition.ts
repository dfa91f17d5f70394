/** Content-Disposition for any name: an ASCII fallback, and the exact name by RFC 5987 and 6266. */
export function contentDisposition(filename: string): string {
  const name = filename.toWellFormed();
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%/]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
