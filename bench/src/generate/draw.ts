/** Numbers from 0 to below 1, the same ones for the same seed. */
export type Random = () => number

/** Draws an index in proportion to its weight. */
export const drawIndex = (random: Random, weights: readonly number[]): number => {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return index
  }
  return weights.length - 1
}

/** Draws a name in proportion to its weight. */
export const drawName = <Name extends string>(
  random: Random,
  weights: Readonly<Partial<Record<Name, number>>>,
): Name => {
  const names = Object.keys(weights) as Name[]
  return names[
    drawIndex(
      random,
      names.map((name) => weights[name] ?? 0),
    )
  ] as Name
}

/** A value between equally spaced quantiles. */
export const drawBetween = (random: Random, quantiles: readonly number[]): number => {
  const at = random() * (quantiles.length - 1)
  const low = quantiles[Math.floor(at)] ?? 0
  return low + (at - Math.floor(at)) * ((quantiles[Math.floor(at) + 1] ?? low) - low)
}

export const drawOne = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item

/** Index of the first sum above a random part of the last one: for many draws from many weights. */
export const drawCumulated = (random: Random, sums: readonly number[]): number => {
  const wanted = random() * (sums.at(-1) ?? 0)
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > wanted) high = middle
    else low = middle + 1
  }
  return low
}

export const cumulate = (weights: readonly number[]): readonly number[] => {
  let sum = 0
  return weights.map((weight) => (sum += weight))
}
