import { z } from 'zod'

type Fields = Readonly<Record<string, z.ZodType>>
type Section<F extends Fields> = z.ZodObject<
  { [K in keyof F]: z.ZodOptional<z.ZodNullable<F[K]>> },
  z.core.$strict
>

/**
 * A part of a listing's content. Every field may be missing (not answered) or null (taken back), so what is
 * half done can be kept (docs/domain/listing.md#content).
 */
export const defineSection = <const F extends Fields>(fields: F) =>
  // Entries forget which field is which.
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullish()])),
  ) as unknown as Section<F>
