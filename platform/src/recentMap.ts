/**
 * A map of at most `size` entries, of which the half that was used last is always kept. Forgets a half at a
 * time: taking out the oldest entry of a large Map one by one costs more the more were taken out before.
 */
export const makeRecentMap = <Value>(size: number) => {
  const half = Math.max(1, size >> 1)
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  const set = (name: string, value: Value): void => {
    if (young.size >= half && !young.has(name)) {
      old = young
      young = new Map()
    }
    young.set(name, value)
  }
  return {
    get: (name: string): Value | undefined => {
      const known = young.get(name)
      if (known !== undefined) return known
      const value = old.get(name)
      if (value !== undefined) set(name, value)
      return value
    },
    set,
    delete: (name: string): void => {
      young.delete(name)
      old.delete(name)
    },
    clear: (): void => {
      young = new Map()
      old = new Map()
    },
  }
}
export type RecentMap<Value> = ReturnType<typeof makeRecentMap<Value>>
