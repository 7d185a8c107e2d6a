import type { IncomingHttpHeaders } from 'node:http'
import { parseMinPosition, positionToken } from '@hearth/platform/http/requestHeaders'
import type { Positions } from './positions.ts'

/**
 * Waits until the projections have reached the caller's `X-Min-Position`. Returns the header with their
 * position, which is read before the rows, so that rows are never older than the header says.
 */
export const waitForToken = async (
  positions: Positions,
  projections: readonly string[],
  headers: IncomingHttpHeaders,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> => {
  await positions.reach(projections, parseMinPosition(headers), signal)
  if (projections.length === 0) return {}
  const commits = projections.map((name) => positions.current(name) ?? -1n)
  const least = commits.reduce((a, b) => (a < b ? a : b))
  return least < 0n ? {} : { 'x-projection-position': positionToken(least) }
}
