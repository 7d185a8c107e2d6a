export type Step = Readonly<{ key: string; amountMinor: number }>
/** A bar between two levels, and the level at which the next one starts; shares of the chart's height. */
export type Bar = Readonly<{ key: string; bottom: number; height: number; level: number; negative: boolean }>

/**
 * Computes the bars of the steps from gross to net on one scale; the last bar is their sum and starts at
 * zero.
 */
export const computeBars = (steps: readonly Step[]): Bar[] => {
  const levels = steps.reduce<number[]>(
    (all, { amountMinor }) => [...all, (all.at(-1) ?? 0) + amountMinor],
    [],
  )
  const [lowest, highest] = [Math.min(0, ...levels), Math.max(0, ...levels)]
  const share = (amount: number) => (highest === lowest ? 0 : amount / (highest - lowest))
  const bar = (key: string, from: number, until: number, negative: boolean): Bar => ({
    key,
    bottom: share(Math.min(from, until) - lowest),
    height: share(Math.abs(until - from)),
    level: share(until - lowest),
    negative,
  })
  return [
    ...steps.map(({ key, amountMinor }, index) =>
      bar(key, index === 0 ? 0 : (levels[index - 1] ?? 0), levels[index] ?? 0, index > 0 && amountMinor <= 0),
    ),
    bar('net', 0, levels.at(-1) ?? 0, false),
  ]
}
