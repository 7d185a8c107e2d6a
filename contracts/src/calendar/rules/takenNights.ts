import { z } from 'zod'
import { listNights, zLocalDate, type LocalDate } from '../../kernel/dates.ts'
import { zClaimKind } from '../messages.ts'

/** A claim as far as it takes nights: `[start, end)`. */
export const zTaking = z.strictObject({
  claimId: z.string(),
  kind: zClaimKind,
  start: zLocalDate,
  end: zLocalDate,
  /** Another stay may have the same nights, because the host says that both are right. */
  shared: z.literal(true).optional(),
})
export type Taking = z.infer<typeof zTaking>

/** Nights in a row that two claims have, with everything on the first of them. */
export type Clash = Readonly<{ start: LocalDate; end: LocalDate; claims: readonly Taking[] }>

const isAlone = ({ shared }: Taking) => shared !== true

/** The end of the last night that two claims have, unless the host lets stays share it. */
export const findClashEnd = (claims: readonly Taking[]): LocalDate | null => {
  let longest = ''
  let found = ''
  for (const { start, end } of claims.filter(isAlone).toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    const both = end < longest ? end : longest
    if (start < both && both > found) found = both
    if (end > longest) longest = end
  }
  return found === '' ? null : found
}

/** The nights from `from` on that two claims have, unless the host lets stays share them. */
export const listClashes = (claims: readonly Taking[], from: LocalDate): readonly Clash[] => {
  // Between two of these days every night has the same claims.
  const days = [...new Set([from, ...claims.flatMap(({ start, end }) => [start, end])])]
    .filter((day) => day >= from)
    .toSorted()
  return days.slice(1).reduce<readonly Clash[]>((clashes, end, index) => {
    const start = days[index] ?? from
    const taking = claims.filter((claim) => claim.start <= start && claim.end > start)
    if (taking.filter(isAlone).length < 2) return clashes
    const last = clashes.at(-1)
    return last?.end === start
      ? [...clashes.slice(0, -1), { ...last, end }]
      : [...clashes, { start, end, claims: taking }]
  }, [])
}

/** The nights of `[from, to)` that something takes. */
export const listTaken = (
  claims: readonly Taking[],
  from: LocalDate,
  to: LocalDate,
): ReadonlySet<LocalDate> =>
  new Set(claims.flatMap(({ start, end }) => listNights(start < from ? from : start, end > to ? to : end)))
