export type Slots = Readonly<{
  /**
   * Takes a slot and answers with what gives it back, once; undefined when all are taken, or all of the key.
   * Without a key only the total counts.
   */
  take: (key?: string) => (() => void) | undefined
}>

/** Counts what is at work at the same time: `max` in all, `maxPerKey` of one key. */
export const createSlots = (max: number, maxPerKey = Number.POSITIVE_INFINITY): Slots => {
  const counts = new Map<string, number>()
  let total = 0
  const add = (key: string | undefined, change: 1 | -1): void => {
    total += change
    if (key === undefined) return
    const count = (counts.get(key) ?? 0) + change
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return {
    take: (key) => {
      if (total >= max || (key !== undefined && (counts.get(key) ?? 0) >= maxPerKey)) return undefined
      add(key, 1)
      let isTaken = true
      return () => {
        if (isTaken) add(key, -1)
        isTaken = false
      }
    },
  }
}
