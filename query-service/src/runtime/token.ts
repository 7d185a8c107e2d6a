import type { IncomingHttpHeaders } from 'node:http'
import { parseMinPosition, positionToken } from '@hearth/platform/http/requestHeaders'
import type { Positions } from './positions.ts'

/**
 * Waits until the projections hold what the caller's `X-Min-Position` asks for. Answers the header that says
 * how far they are; it is read before the rows are, so that they are never older than it says.
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
