import { tombstoneRevision } from './model.ts'

/** Retention rules out of the last `$metadata` event of `$$stream`; ages in ms. */
export type Retention = Readonly<{ maxCount?: bigint; maxAgeMs?: number; truncateBefore?: bigint }>

const WHOLE_NUMBER = /^-?\d+$/
const MAX_INT64 = tombstoneRevision
// The longest TimeSpan of the real server.
const MAX_AGE_S = 922_337_203_685n

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/**
 * The top-level fields of a JSON object with their values as they are written, because JSON.parse makes
 * doubles of 64-bit numbers. Malformed metadata counts as empty, as on the real server.
 */
const readFields = (text: string): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>()
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return fields
  } catch {
    return fields
  }
  let depth = 0
  let name: string | undefined
  let valueAt = 0
  for (const { 0: part, index } of text.matchAll(token)) {
    if (part === '{' || part === '[') depth += 1
    else if (part === '}' || part === ']') depth -= 1
    if (depth === 1 && name === undefined && part.startsWith('"')) {
      name = String(JSON.parse(part))
    } else if (depth === 1 && part === ':') {
      valueAt = index + 1
    } else if (name !== undefined && ((depth === 1 && part === ',') || depth === 0)) {
      fields.set(name, text.slice(valueAt, index).trim())
      name = undefined
    }
  }
  return fields
}

/** Rules that the real server cannot read as int64 make it ignore all of them. */
export const parseRetention = (text: string): Retention => {
  const fields = readFields(text)
  const numbers = new Map<string, bigint>()
  for (const name of ['$maxCount', '$maxAge', '$tb']) {
    const value = fields.get(name)
    if (value === undefined) continue
    if (!WHOLE_NUMBER.test(value) || BigInt(value) > MAX_INT64) return {}
    numbers.set(name, BigInt(value))
  }
  const maxCount = numbers.get('$maxCount') ?? 0n
  const maxAge = numbers.get('$maxAge') ?? 0n
  const truncateBefore = numbers.get('$tb') ?? -1n
  if (maxAge > MAX_AGE_S) return {}
  return {
    ...(maxCount > 0n ? { maxCount } : {}),
    ...(maxAge > 0n ? { maxAgeMs: Number(maxAge) * 1_000 } : {}),
    ...(truncateBefore < 0n ? {} : { truncateBefore }),
  }
}

/** The metadata with `$tb` replaced, so that a stream begins there; other fields stay as they are written. */
export const replaceTruncateBefore = (text: string, truncateBefore: bigint): string => {
  const fields = new Map(readFields(text)).set('$tb', String(truncateBefore))
  return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}
