import type { Resource } from '@hearth/contracts/kernel/resource'
import { isVisible } from '@hearth/contracts/kernel/visibility'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import type { z } from 'zod'
import type { Model } from './model.ts'

/** Whether this principal may see every one of these fields. */
export const seesFields = <R extends z.ZodObject>(
  principal: Principal,
  { visibility }: Resource<R>,
  ...fields: readonly (keyof R['shape'] & string)[]
): boolean =>
  fields.every((field) => isVisible(visibility, field, (capability) => maySee(principal, capability)))

/** Fields that this principal reads as null and may neither sort nor filter by. */
export const hiddenFields = ({ resource, fields }: Model, principal: Principal): ReadonlySet<string> =>
  new Set(
    [...fields.keys(), ...(resource.elsewhere ?? [])].filter(
      (field) => !seesFields(principal, resource, field),
    ),
  )
