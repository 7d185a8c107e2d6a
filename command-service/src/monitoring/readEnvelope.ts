import { AppProblem } from '@hearth/platform/http/appProblem'
import type { RouteRequest } from '@hearth/platform/http/route'

/**
 * Of an envelope; browsers keep up to 60,000 in flight on leaving a page
 * (docs/domain/security.md#error-reports).
 */
export const MAX_ENVELOPE_BYTES = 200_000
/** Of its first line, which names the DSN. */
export const MAX_HEADER_BYTES = 64_000
const NEWLINE = 10

export type Envelope = Readonly<{ headerLine: Uint8Array; bytes: Buffer }>

const isTooLarge = (error: unknown) => error instanceof AppProblem && error.code === 'TOO_LARGE'

/** The envelope; `too-large` as soon as that is known, `nonsense` when its first line has no end. */
export const readEnvelope = async (
  readBody: RouteRequest['readBody'],
): Promise<Envelope | 'too-large' | 'nonsense'> => {
  const bytes = await readBody(MAX_ENVELOPE_BYTES).catch((error: unknown) => {
    if (isTooLarge(error)) return undefined
    throw error
  })
  if (bytes === undefined) return 'too-large'
  const end = bytes.indexOf(NEWLINE)
  return end <= 0 || end > MAX_HEADER_BYTES ? 'nonsense' : { headerLine: bytes.subarray(0, end), bytes }
}
