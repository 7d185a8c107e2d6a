import { SESSION_TRUST_MS } from '@hearth/platform/session/sessionCache'
import { expect, test } from 'vitest'
import { RECHECK_MS } from './liveRoute.ts'

test('a revoked session is refused, and its live stream closed, within a second', () => {
  // A check may use what was read just before the session was revoked.
  expect(SESSION_TRUST_MS + RECHECK_MS).toBeLessThan(1_000)
})
