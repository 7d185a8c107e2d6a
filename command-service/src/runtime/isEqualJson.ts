/** Whether two values are written alike, with their fields in the same order. */
export const isEqualJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
