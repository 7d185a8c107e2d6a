import { randomBytes } from 'node:crypto'

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/

/**
 * Our own span in the caller's trace, or in a new one when the header is absent or garbage (W3C trace
 * context).
 */
export const continueTrace = (header: string | undefined): string => {
  const found = header === undefined ? undefined : TRACEPARENT.exec(header)
  const random = randomBytes(24).toString('hex')
  return `00-${found?.[1] ?? random.slice(0, 32)}-${random.slice(32)}-${found?.[2] ?? '00'}`
}
