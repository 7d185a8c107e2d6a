import type { Capability } from '@hearth/contracts/kernel/access'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { columnsOf, type Column } from '@hearth/platform/read-model/columns'
import { isBound, maySee, type Principal } from '@hearth/platform/session/principal'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'

/** A field of a resource: its column and the schema that values in filters must fit. */
export type Field = Column & Readonly<{ schema: z.core.$ZodType }>

/** A resource with everything derived from its declaration once, at boot. */
export type Model = Readonly<{ resource: Resource; columns: readonly Column[]; fields: ReadonlyMap<string, Field>; /** What rows are read by, of a table named `r`. Structured columns come as text: most answers pass it on as it is. */ selected: RawBuilder<unknown> }>

const withoutNull = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? withoutNull(schema.unwrap()) : schema

const selectedText = (columns: readonly Column[]): string =>
  [...columns.map(({ column, jsonb }) => (jsonb ? `r."${column}"::text as "${column}"` : `r."${column}"`)), 'r.tenant_id', 'r._revision'].join(', ')

export const modelOf = (resource: Resource): Model => {
  const columns = columnsOf(resource.row)
  const fields = columns.flatMap((column) => {
    const schema = resource.row.shape[column.field]
    return schema ? [[column.field, { ...column, schema: withoutNull(schema) }] as const] : []
  })
  return { resource, columns, fields: new Map(fields), selected: sql.raw(selectedText(columns)) }
}

/** Whose rows may be seen: null = every account's, and of an account every listing's. */
export type Scope = Readonly<{ tenantId: string | null; listingIds: readonly string[] | null; staff: boolean; /** Categories of streams that are not for them. */ closed?: readonly string[]; /** Of resources with `ownRows`, those that name this person. */ own?: Readonly<{ id: string; has: (capability: Capability) => boolean }> }>

/** Streams that tell what only some may see, by category. */
const TOLD_WITH: Readonly<Record<string, Capability>> = { payoutAccount: 'payout-account.read', payout: 'payout.read', hostLedger: 'ledger.read', agreement: 'agreement.read', photoshoot: 'photoshoot.read' }

/** Categories of streams whose events this principal may not see, in whosever place. */
const closedStreams = (principal: Principal): readonly string[] => Object.entries(TOLD_WITH).flatMap(([category, capability]) => (maySee(principal, capability) ? [] : [category]))

const isPlainStaff = ({ actor, impersonation }: Principal) => actor.kind === 'staff' && impersonation === undefined

export const scopeOf = (principal: Principal): Scope => ({
  // A host without an account is stopped by the route; the empty text belongs to nobody.
  tenantId: isBound(principal) ? (principal.tenantId ?? '') : null,
  listingIds: principal.listingIds === 'all' ? null : principal.listingIds,
  staff: isPlainStaff(principal),
  closed: closedStreams(principal),
  ...(isPlainStaff(principal) ? { own: { id: principal.actor.id, has: (capability) => maySee(principal, capability) } } : {}),
})

/** Fields that this principal sees as null and may neither sort nor filter by. */
export const hiddenFields = ({ resource: { restricted } }: Model, principal: Principal): ReadonlySet<string> =>
  new Set((restricted ?? []).flatMap(({ capability, fields }) => (maySee(principal, capability) ? [] : fields)))
