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

/** A value, and where it is: a dotted path that names items of lists by their index. */
export type Place = Readonly<{ path: string; value: unknown }>

/** Where a dotted path leads: it passes through each item of a list. Missing and null values are left out. */
export const listPlaces = (data: unknown, path: string, above = ''): readonly Place[] => {
  if (data === undefined || data === null) return []
  if (path === '') return [{ path: above, value: data }]
  const join = (step: string) => (above === '' ? step : `${above}.${step}`)
  if (Array.isArray(data)) return data.flatMap((item, index) => listPlaces(item, path, join(String(index))))
  const [step = '', ...rest] = path.split('.')
  return isNode(data) && Object.hasOwn(data, step) ? listPlaces(data[step], rest.join('.'), join(step)) : []
}

/** A copy of `data` with another value at a place; `data` itself where the place does not exist. */
export const withValueAt = (data: unknown, path: string, value: unknown): unknown => {
  const [step, ...rest] = path.split('.')
  if (step === undefined) return data
  const inside = (inner: unknown) => (rest.length === 0 ? value : withValueAt(inner, rest.join('.'), value))
  if (Array.isArray(data))
    return data.map((item: unknown, index) => (String(index) === step ? inside(item) : item))
  return isNode(data) && Object.hasOwn(data, step) ? { ...data, [step]: inside(data[step]) } : data
}
