import { safeFileName, type StoredType } from '@hearth/contracts/file'

/** The name in RFC 5987 encoding. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Headers of a file: browsers save it instead of showing it, no cache keeps it, and it can't run scripts. */
export const fileHeaders = (
  name: string,
  type: StoredType,
  size: number,
): Readonly<Record<string, string>> => {
  const safe = safeFileName(name, type)
  return {
    'content-type': type,
    'content-length': String(size),
    'content-disposition':
      `attachment; filename="${safe.replaceAll(/[^\x20-\x7e]/g, '_')}"; ` +
      `filename*=UTF-8''${encodeName(safe)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
  }
}
