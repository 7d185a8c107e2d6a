export type FieldLine = Readonly<{
  path: string
  a: string | undefined
  b: string | undefined
  differs: boolean
}>

const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const leaves = (value: unknown, path: string): readonly (readonly [string, string])[] =>
  isTree(value)
    ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
    : [[path, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]]

// The id of the record is the same on both sides.
const FRAME = new Set(['id', 'tenantId'])

/**
 * Every leaf of both records with both values, in the order of the second; undefined: the field does not
 * exist.
 */
export const compareRecords = (
  a: Readonly<Record<string, unknown>> | null,
  b: Readonly<Record<string, unknown>> | null,
): readonly FieldLine[] => {
  const [before, after] = [a, b].map((row) => new Map(row === null ? [] : leaves(row, '')))
  const paths = new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])
  return [...paths]
    .filter((path) => !FRAME.has(path))
    .map((path) => ({
      path,
      a: before?.get(path),
      b: after?.get(path),
      differs: before?.get(path) !== after?.get(path),
    }))
}
