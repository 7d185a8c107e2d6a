import { type CallError, invalid } from '../errors.ts'

/**
 * The time of a match grows with the length of the name times the size of the expression. Within this limit
 * the longest name costs some tenths of a second at worst; usual names cost microseconds.
 */
export const MAX_PARTS = 2_000

export const tooLong = (): CallError =>
  invalid(
    `the regular expression of a filter has at most ${MAX_PARTS} characters on this event store, ` +
      'with repetitions such as {100} written out; prefixes have no such limit',
  )

/** Counts the parts of an expression as the engine unrolls it: `(ab){3}` has six. Throws when too many. */
export type Size = Readonly<{
  /** A character, a class or an anchor. */
  add: () => void
  open: () => void
  /** Returns false when no group is open. */
  close: () => boolean
  /** Repeats the part before. */
  repeat: (min: number, max: number) => void
}>

export const createSize = (): Size => {
  let group = { total: 0, last: 0 }
  const outer: (typeof group)[] = []
  const count = (before: number, last: number): void => {
    group = { total: before + last, last }
    if (group.total > MAX_PARTS) throw tooLong()
  }
  return {
    add: () => count(group.total, 1),
    open: () => {
      outer.push(group)
      group = { total: 0, last: 0 }
    },
    close: () => {
      const parent = outer.pop()
      if (!parent) return false
      const parts = group.total + 1
      group = parent
      count(group.total, parts)
      return true
    },
    repeat: (min, max) => count(group.total - group.last, group.last * Math.max(1, max) + (max - min)),
  }
}
