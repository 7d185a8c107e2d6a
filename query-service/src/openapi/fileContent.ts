import { EXPORT_FORMATS, type ExportFormat } from '../runtime/exportFormats.ts'
import type { Json } from './parts.ts'

/** The content of an answer that is a file. */
export const fileContent = (format: ExportFormat): Json => {
  const [mediaType = ''] = EXPORT_FORMATS[format].contentType.split(';')
  const isText = mediaType.startsWith('text/')
  return { content: { [mediaType]: { schema: { type: 'string', ...(isText ? {} : { format: 'binary' }) } } } }
}
