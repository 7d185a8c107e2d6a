import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metadata } from '@grpc/grpc-js'
import { accessDenied, notAuthenticated } from './errors.ts'

export type Credentials = Readonly<{ user: string; password: string }>

// Comparing hashes takes the same time for every guess.
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * A check for every call that touches streams: missing credentials are refused as access denied, wrong ones
 * as unauthenticated.
 */
export const createAccessCheck = (credentials: Credentials | undefined): ((metadata: Metadata) => void) => {
  if (!credentials) return () => undefined
  const wanted = digest(`${credentials.user}:${credentials.password}`)
  return (metadata) => {
    const header = metadata.get('authorization')[0]
    if (header === undefined) throw accessDenied()
    const [scheme, encoded] = String(header).split(' ')
    const given = Buffer.from(encoded ?? '', 'base64').toString('utf8')
    if (scheme?.toLowerCase() !== 'basic' || !timingSafeEqual(digest(given), wanted)) throw notAuthenticated()
  }
}
