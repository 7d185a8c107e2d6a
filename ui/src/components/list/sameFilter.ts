const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted).toSorted()
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Whether two filters mean the same: the order of parameters and of their values does not matter. */
export const sameFilter = (a: object, b: object) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
