import fc from 'fast-check'
import type { z } from 'zod'

/** Words for string fields; a field uses those that its schema accepts. Few, so that values recur. */
export type Vocabulary = readonly string[]

type Def = z.core.$ZodTypes['_zod']['def']
const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def
const isValid = (schema: z.core.$ZodType) => (value: unknown) =>
  (schema as z.ZodType).safeParse(value).success

const integers = (schema: z.core.$ZodType): fc.Arbitrary<unknown> => {
  const candidates = [
    -4_000, -1, 0, 1, 2, 3, 5, 7, 10, 60, 100, 500, 999, 1_000, 2_025, 10_000, 123_200,
  ].filter(isValid(schema))
  return fc.constantFrom(...candidates)
}

/** The schema's values, or a substitute where no word fits. */
const orElse = (schema: z.core.$ZodType, words: Vocabulary, otherwise: unknown): fc.Arbitrary<unknown> => {
  try {
    return createArbitrary(schema, words)
  } catch {
    return fc.constant(otherwise)
  }
}

const readMin = (check: object): number =>
  'minimum' in check ? Number(check.minimum) : 'length' in check ? Number(check.length) : 0

const ofDef = (schema: z.core.$ZodType, words: Vocabulary): fc.Arbitrary<unknown> => {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return fc.constantFrom(...words.filter(isValid(schema)))
    case 'number':
      return integers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'nullable':
      return fc.oneof(fc.constant(null), orElse(def.innerType, words, null))
    case 'optional':
    case 'default':
    case 'prefault':
      return createArbitrary(def.innerType, words)
    case 'array': {
      const element = orElse(def.element, words, undefined)
      const minLength = Math.max(0, ...(def.checks ?? []).map(({ _zod }) => readMin(_zod.def)))
      const lengths = { minLength, maxLength: Math.max(3, minLength) }
      // Lists of few known words name each once.
      const list =
        defOf(def.element).type === 'enum' ? fc.uniqueArray(element, lengths) : fc.array(element, lengths)
      return list.map((items) => items.filter((item) => item !== undefined))
    }
    case 'record':
      return fc
        .array(fc.tuple(orElse(def.keyType, words, undefined), createArbitrary(def.valueType, words)), {
          maxLength: 2,
        })
        .map((entries) => Object.fromEntries(entries.filter(([key]) => key !== undefined)))
    case 'union':
      return fc.oneof(...def.options.map((option) => createArbitrary(option, words)))
    case 'object': {
      const requiredKeys = Object.keys(def.shape).filter(
        (key) => defOf(def.shape[key] as z.core.$ZodType).type !== 'optional',
      )
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape).map(([key, field]) => [key, createArbitrary(field, words)]),
        ),
        { requiredKeys },
      )
    }
    // What is changed on its way in, such as an address in capitals: the words that go in.
    case 'pipe':
      return fc.constantFrom(...words.filter(isValid(schema)))
    default:
      throw new Error(`No arbitrary for a schema of type ${def.type}`)
  }
}

/** By vocabulary and schema: trying each word on each field costs more than to draw a command. */
const known = new WeakMap<Vocabulary, WeakMap<z.core.$ZodType, fc.Arbitrary<unknown>>>()

/** Values that the schema takes, out of its own definition: a new command is fuzzed without new code. */
export const createArbitrary = (schema: z.core.$ZodType, words: Vocabulary): fc.Arbitrary<unknown> => {
  const bySchema = known.get(words) ?? new WeakMap<z.core.$ZodType, fc.Arbitrary<unknown>>()
  known.set(words, bySchema)
  const arbitrary = bySchema.get(schema) ?? ofDef(schema, words)
  bySchema.set(schema, arbitrary)
  return arbitrary
}

/**
 * As `createArbitrary`, checked by the whole schema: a refused value is drawn again a few times and is then
 * undefined.
 */
export const createValid = (schema: z.ZodType, words: Vocabulary): fc.Arbitrary<unknown> =>
  fc
    .array(createArbitrary(schema, words), { minLength: 4, maxLength: 4 })
    .map((tries) => tries.map((value) => schema.safeParse(value)).find((parsed) => parsed.success)?.data)
