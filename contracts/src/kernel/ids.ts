import { v5, v7, validate } from 'uuid'
import { z } from 'zod'

const NAMESPACE = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'

/** Any UUID, lower case. */
export const zId = z
  .string()
  .max(36)
  .refine((text) => validate(text) && text === text.toLowerCase(), 'must be a lowercase UUID')
export type Id = z.infer<typeof zId>

/** What belongs to no host account carries this tenant (docs/domain/ids-and-streams.md#tenants). */
export const PLATFORM_TENANT = 'platform'

/** A new time-ordered id. */
export const newId = (): Id => v7()

/**
 * The same parts always give the same id: the ground of every idempotent effect
 * (docs/domain/ids-and-streams.md#ids).
 */
export const deriveId = (...parts: readonly string[]): Id => v5(parts.join('/'), NAMESPACE)

/** uuidv5(commandId, index): the id of the command's n-th event. */
export const deriveEventId = (commandId: Id, index: number): Id => v5(String(index), commandId)

/**
 * uuidv5(bookingId, cause): one cause is refunded once, however often it is asked for
 * (docs/domain/booking.md#refunds).
 */
export const deriveRefundId = (bookingId: Id, cause: string): Id => v5(cause, bookingId)

/** A step in a chain of commands: uuidv5(parent, `<stream>/<step>`). */
export const deriveStepId = (parentCommandId: Id, stream: string, step: string): Id =>
  v5(`${stream}/${step}`, parentCommandId)

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * What people read and type, such as `HB-7K2M9QXD`: prefix and 8 Crockford characters from the id's last 40
 * bits.
 */
export const humanCode = (prefix: 'HB' | 'PO' | 'CL' | 'IN' | 'RQ', id: Id) => {
  const bits = BigInt(`0x${id.replaceAll('-', '').slice(-10)}`)
  const characters = Array.from(
    { length: 8 },
    (_, index) => CROCKFORD[Number((bits >> BigInt(5 * (7 - index))) & 31n)],
  )
  return `${prefix}-${characters.join('')}`
}
