type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a dotted path of own properties, undefined when any step is missing. */
export const valueAt = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (node, step) => (isNode(node) && Object.hasOwn(node, step) ? node[step] : undefined),
      data,
    )

/** A copy of `data` with another value at a dotted path; `data` itself where the path does not exist. */
export const withValueAt = (data: unknown, path: string, value: unknown): unknown => {
  const [step, ...rest] = path.split('.')
  if (step === undefined || !isNode(data) || !Object.hasOwn(data, step)) return data
  return { ...data, [step]: rest.length === 0 ? value : withValueAt(data[step], rest.join('.'), value) }
}
