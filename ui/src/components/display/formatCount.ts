const numbers = new Intl.NumberFormat('en')

/** `4,118,204`. */
export const formatCount = (count: number | string) =>
  numbers.format(typeof count === 'string' ? BigInt(count) : Math.round(count))
