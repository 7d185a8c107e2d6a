import type { z } from 'zod'
import type { Capability } from './access.ts'

/**
 * Who sees a field: `open` is everyone who may read the resource; otherwise those who have the capability, or
 * each one of a list.
 */
export type Audience = 'open' | Capability | readonly Capability[]

/**
 * Who sees each field of a row. A field that is not named here is closed to everyone but the account's owner
 * (docs/decisions/0033-fields-are-closed-by-default.md).
 */
export type Visibility<R extends z.ZodObject = z.ZodObject> = Readonly<
  Record<keyof R['shape'] & string, Audience>
>

const UNDECLARED: Audience = 'account.private'

/**
 * Whether a reader with these capabilities may see a field. Other readers get null and may neither filter nor
 * sort by it.
 */
export const isVisible = (
  visibility: Visibility,
  field: string,
  has: (capability: Capability) => boolean,
): boolean => {
  const audience = visibility[field] ?? UNDECLARED
  return audience === 'open' || [audience].flat().every(has)
}
