import type { FoundBreach } from './payoutBreaches.ts'

/** After this many checks a difference counts although a read model has not caught up. */
const MAX_CHECKS = 10

/** A possible breach, the position of the first read model then, and the checks since. */
type Suspicion = Readonly<{ breach: FoundBreach; seen: bigint; checks: number }>
export type Suspicions = ReadonlyMap<string, Suspicion>

const formatKey = ({ invariant, about }: FoundBreach) => `${invariant}/${about}`

/**
 * What is suspected after a check that found these breaches; one that changed starts again. `seen`: how far
 * the first read model is.
 */
export const suspect = (before: Suspicions, found: readonly FoundBreach[], seen: bigint): Suspicions =>
  new Map(
    found.map((breach) => {
      const known = before.get(formatKey(breach))
      return [
        formatKey(breach),
        known?.breach.detail === breach.detail
          ? { ...known, checks: known.checks + 1 }
          : { breach, seen, checks: 1 },
      ]
    }),
  )

/** The breaches that stand although all read models, the last at `least`, have seen what one had. */
export const confirm = (
  suspicions: Suspicions,
  found: readonly FoundBreach[],
  least: bigint | undefined,
): readonly FoundBreach[] =>
  found.filter((breach) => {
    const { seen = 0n, checks = 0 } = suspicions.get(formatKey(breach)) ?? {}
    return checks > 1 && (least === undefined || least >= seen || checks > MAX_CHECKS)
  })
