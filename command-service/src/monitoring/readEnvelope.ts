import type { IncomingMessage } from 'node:http'

/**
 * Of an envelope; browsers keep up to 60,000 in flight on leaving a page
 * (docs/domain/security.md#error-reports).
 */
export const MAX_ENVELOPE_BYTES = 200_000
/** Of its first line, which names the DSN. */
export const MAX_HEADER_BYTES = 64_000
const READ_WITHIN_MS = 2_000
const NEWLINE = 10

export type Envelope = Readonly<{ headerLine: Uint8Array; bytes: Buffer }>

/**
 * The envelope; `too-large` as soon as that is known, `nonsense` when its first line has no end, or it is
 * incomplete or takes more than 2 s.
 */
export const readEnvelope = async (
  request: IncomingMessage,
): Promise<Envelope | 'too-large' | 'nonsense'> => {
  if (Number(request.headers['content-length']) > MAX_ENVELOPE_BYTES) return 'too-large'
  const chunks: Buffer[] = []
  let size = 0
  const late = setTimeout(() => request.destroy(), READ_WITHIN_MS)
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size <= MAX_ENVELOPE_BYTES) continue
      request.resume()
      return 'too-large'
    }
  } catch {
    return 'nonsense'
  } finally {
    clearTimeout(late)
  }
  const bytes = Buffer.concat(chunks)
  const end = bytes.indexOf(NEWLINE)
  return end <= 0 || end > MAX_HEADER_BYTES ? 'nonsense' : { headerLine: bytes.subarray(0, end), bytes }
}
