import type { LoggedEvent } from './useEvents.ts'

/** Consecutive accesses of staff, which would hide what happened; `key` stays while newer ones come. */
export type FoldedAccess<E> = Readonly<{ key: string; accesses: readonly E[] }>
type Line<E> = E | FoldedAccess<E>

export const isFolded = <E extends object>(line: Line<E>): line is FoldedAccess<E> => 'accesses' in line

/** The events in their order; two or more accesses of staff in a row are one line. */
export const foldStaffAccess = <E extends Pick<LoggedEvent, 'id' | 'type'>>(
  events: readonly E[],
): readonly Line<E>[] => {
  const lines: Line<E>[] = []
  let run: E[] = []
  const endRun = () => {
    const [first] = run
    const last = run.at(-1)
    if (first !== undefined && last !== undefined)
      lines.push(run.length === 1 ? first : { key: last.id, accesses: run })
    run = []
  }
  for (const event of events) {
    if (event.type === 'StaffLooked') run.push(event)
    else {
      endRun()
      lines.push(event)
    }
  }
  endRun()
  return lines
}
