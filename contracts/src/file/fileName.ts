import type { StoredType } from './file.ts'

const EXTENSIONS: Readonly<Record<StoredType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}
/** Code points without the extension. */
const MAX_NAME = 80

/**
 * A safe file name from the one that was sent: without path, control characters and direction marks, and with
 * the extension of the type.
 */
export const safeFileName = (name: string, type: StoredType): string => {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const stem = last
    .replaceAll(/[\p{C}\u2028\u2029]/gu, '')
    .replaceAll(/["'<>:|?*%;]/g, ' ')
    .replace(/(?:\.[^.]{0,10})+$/, '')
    .replace(/^[.\s]+/, '')
    .trim()
  return `${[...stem].slice(0, MAX_NAME).join('').trim() || 'file'}.${EXTENSIONS[type]}`
}
