import { CAPABILITIES, type Capability } from '@hearth/contracts/kernel/access'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { describeColumns, type Column } from '@hearth/platform/read-model/columns'
import { isBound, maySee, type Principal } from '@hearth/platform/session/principal'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'

/** A row as the API shows it: its fields, account and revision. */
export type ApiRow = Readonly<{ id: string; tenantId: string; revision: number } & Record<string, unknown>>

/** A field of a resource: its column and the schema that values in filters must fit. */
export type Field = Column & Readonly<{ schema: z.core.$ZodType }>

/**
 * The columns that are read of a table named `r`. Structured columns are read as text: most answers pass it
 * on unchanged.
 */
export type View = Readonly<{ columns: readonly Column[]; selected: RawBuilder<unknown> }>

/** A resource with everything derived from its declaration once, at boot. */
export type Model = Readonly<{
  resource: Resource
  fields: ReadonlyMap<string, Field>
  whole: View
  listed: View
  exported: View
}>

const withoutNull = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? withoutNull(schema.unwrap())
    : schema

const partsText = (column: string, all: unknown, part: unknown): string => {
  const isPart =
    all instanceof z.ZodObject &&
    part instanceof z.ZodObject &&
    Object.entries(part.shape).every(([key, schema]) => all.shape[key] === schema)
  if (!isPart) throw new Error(`The list fields of "${column}" are not all part of it`)
  return `json_build_object(${Object.keys(part.shape)
    .map((key) => `'${key}', r."${column}" -> '${key}'`)
    .join(', ')})::text as "${column}"`
}

const createView = (row: z.ZodObject, shown = row, columns = describeColumns(shown)): View => {
  const texts = columns.map(({ field, column, jsonb }) => {
    const [all, part] = [row.shape[field], shown.shape[field]]
    return all !== part
      ? partsText(column, all, part)
      : jsonb
        ? `r."${column}"::text as "${column}"`
        : `r."${column}"`
  })
  return { columns, selected: sql.raw([...texts, 'r.tenant_id', 'r._revision'].join(', ')) }
}

/** A tenant's resource that does not say what a member of some listings sees stops the process. */
const assertListingScope = ({ name, scope, listings, row }: Resource): void => {
  if (scope === 'platform') return
  if (listings === undefined) throw new Error(`Resource "${name}" does not say how it is limited by listing`)
  if (listings === 'whole account' || 'everyone' in listings) return
  const [field = ''] = ('field' in listings ? listings.field : listings.list).split('.')
  if (row.shape[field] === undefined)
    throw new Error(`Resource "${name}" is limited by "${field}", which its row does not have`)
}

export const createModel = (resource: Resource): Model => {
  assertListingScope(resource)
  const { elsewhere = [] } = resource
  const whole = createView(
    resource.row,
    resource.row,
    describeColumns(resource.row).filter(({ field }) => !elsewhere.includes(field)),
  )
  const fields = whole.columns.flatMap((column) => {
    const schema = resource.row.shape[column.field]
    return schema ? [[column.field, { ...column, schema: withoutNull(schema) }] as const] : []
  })
  const listed = resource.listRow ? createView(resource.row, resource.listRow) : whole
  // Structured ones cost the most and are seldom exported; sorting needs none.
  const exported = createView(
    resource.row,
    resource.row,
    whole.columns.filter(({ field, jsonb }) => !jsonb || Object.hasOwn(resource.export ?? {}, field)),
  )
  return { resource, fields: new Map(fields), whole, listed, exported }
}

/** The rows that may be seen; null stands for all accounts, or all listings of an account. */
export type Scope = Readonly<{
  tenantId: string | null
  listingIds: readonly string[] | null
  staff: boolean
  /** Of resources with `personalRows`, this person's and those that need nothing that the person lacks. */
  reader?: Readonly<{ id: string; capabilities: readonly Capability[] }>
  /** Categories of streams that are hidden. */ closed?: readonly string[]
  /** Of resources with `ownRows`, those that name this person. */ own?: Readonly<{
    id: string
    has: (capability: Capability) => boolean
  }>
}>

/** Streams that need a capability, by category. */
const TOLD_WITH: Readonly<Record<string, Capability>> = {
  payoutAccount: 'payout-account.read',
  payout: 'payout.read',
  hostLedger: 'ledger.read',
  agreement: 'agreement.read',
  photoshoot: 'photoshoot.read',
  thread: 'thread.read',
  replyTemplate: 'reply-template.read',
  referral: 'referral.read',
  referee: 'referral.read',
  taxProfile: 'tax.read',
  messageRule: 'message-rule.read',
  messagePlan: 'thread.read',
  review: 'review.read',
}

/** Categories of streams whose events this principal may not see, also while impersonating. */
const closedStreams = (principal: Principal): readonly string[] =>
  Object.entries(TOLD_WITH).flatMap(([category, capability]) =>
    maySee(principal, capability) ? [] : [category],
  )

const isPlainStaff = ({ actor, impersonation }: Principal) =>
  actor.kind === 'staff' && impersonation === undefined

const ALL_CAPABILITIES = Object.keys(CAPABILITIES) as Capability[]

export const createScope = (principal: Principal): Scope => ({
  // The route refuses a host without an account; no row has an empty account.
  tenantId: isBound(principal) ? (principal.tenantId ?? '') : null,
  listingIds: principal.listingIds === 'all' ? null : principal.listingIds,
  staff: isPlainStaff(principal),
  reader: {
    id: principal.actor.id,
    capabilities: ALL_CAPABILITIES.filter((name) => maySee(principal, name)),
  },
  closed: closedStreams(principal),
  ...(isPlainStaff(principal)
    ? { own: { id: principal.actor.id, has: (capability) => maySee(principal, capability) } }
    : {}),
})
