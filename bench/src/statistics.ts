/** The value in the middle, or the mean of the two in the middle. NaN for an empty list. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[half] ?? Number.NaN)
    : ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2
}

/** The smallest value that at least `percent` of all do not exceed (nearest rank). NaN for an empty list. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)] ?? Number.NaN

/** A measurement of this kind is good for three significant digits. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
