type Tree = { [key: string]: unknown }
const isTree = (value: unknown): value is Tree =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Merges `over` into `base` level by level, without changing either. */
export const merge = <A extends object, B extends object>(base: A, over: B): A & B =>
  Object.entries(over).reduce<Tree>(
    (all, [key, value]) => {
      const below = all[key]
      return { ...all, [key]: isTree(below) && isTree(value) ? merge(below, value) : value }
    },
    Object.fromEntries(Object.entries(base)),
  ) as A & B
