import type {
  CommandFailures,
  FailureCell,
  FailureSender,
} from '@hearth/contracts/projection/commandFailures'

export type HeatRow = Readonly<{ command: string; total: number; counts: readonly number[] }>

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** How often each code occurs, the most frequent first. */
export const countCodes = (
  cells: readonly FailureCell[],
): readonly Readonly<{ code: string; count: number }>[] => {
  const counts = new Map<string, number>()
  for (const { code, count } of cells) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}

/** What cells are narrowed to; all of them where nothing is said. */
export type Narrowed = Readonly<{ code: string | undefined; sender: FailureSender | undefined }>

/** A row for each command with its failures in each slot; the most frequent first. */
export const buildRows = (
  { slots, cells }: CommandFailures,
  { code, sender }: Narrowed,
): readonly HeatRow[] => {
  const shown = cells.filter(
    (cell) => (code === undefined || cell.code === code) && (sender === undefined || cell.sender === sender),
  )
  return [...new Set(shown.map(({ command }) => command))]
    .map((command) => {
      const its = shown.filter((cell) => cell.command === command)
      const counts = slots.map((slot) =>
        sum(its.filter((cell) => cell.slot === slot).map(({ count }) => count)),
      )
      return { command, counts, total: sum(counts) }
    })
    .toSorted((a, b) => b.total - a.total || (a.command < b.command ? -1 : 1))
}

export const HEAT_STEPS = 4
/** The shade of a count: 0 for none, then one step for each quarter of the highest count. */
export const findShade = (count: number, most: number): number =>
  count === 0 ? 0 : Math.ceil((count / most) * HEAT_STEPS)
