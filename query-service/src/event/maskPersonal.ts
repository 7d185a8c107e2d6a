import { eventDefinitions } from '@hearth/contracts'

export const MASKED = '•••'

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maskAt = (data: unknown, path: readonly string[]): unknown => {
  if (Array.isArray(data)) return data.map((item) => maskAt(item, path))
  const [field = '', ...rest] = path
  if (!isObject(data) || data[field] === undefined || data[field] === null) return data
  return { ...data, [field]: rest.length === 0 ? MASKED : maskAt(data[field], rest) }
}

/** An event's data with its personal fields masked. */
export const maskPersonal = (type: string, data: unknown): unknown =>
  Object.keys(eventDefinitions.get(type)?.personal ?? {}).reduce(
    (masked, path) => maskAt(masked, path.split('.')),
    data,
  )
