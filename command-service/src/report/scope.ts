import { can, type Role } from '@hearth/contracts/kernel/access'
import type { ReportDefinition } from '@hearth/contracts/kernel/report'
import { isVisible } from '@hearth/contracts/kernel/visibility'
import { WHOLE_ACCOUNT, type ReportType } from '@hearth/contracts/report'
import { REPORTS } from '@hearth/contracts/report/catalogue'
import { reject, type Rejected } from '../runtime/decider.ts'
import type { ReportFacts } from './report.facts.ts'

/** What of a report a person may see. */
export type ReportScope = Readonly<{ hidden: string[]; listingIds: string[]; needs: string[] }>

const FORBIDDEN = reject('FORBIDDEN', 'You can’t see what this report is about.')

export const wrong = (field: string, detail: string): Rejected =>
  reject('VALIDATION_FAILED', detail, { errors: [{ pointer: `/${field}`, detail }] })

/** Fields of the report’s resource that the role may not see. */
export const hiddenFrom = (
  role: Role,
  { resource: { row, visibility } }: ReportDefinition,
): readonly string[] =>
  Object.keys(row.shape).filter(
    (field) => !isVisible(visibility, field, (capability) => can(role, capability)),
  )

/** The listings whose rows are in the report, of those that the person may see. */
const chooseListings = (listingId: string | undefined, allowed: readonly string[] | null): string[] =>
  listingId !== undefined
    ? [listingId].filter((id) => allowed?.includes(id) !== false)
    : [...(allowed ?? [WHOLE_ACCOUNT])]

/** What the person may see of a report, or why there is none (docs/domain/report.md#who-sees-them). */
export const findScope = (
  type: ReportType,
  listingId: string | undefined,
  { person, openedAt, ownsListing }: ReportFacts,
): ReportScope | Rejected => {
  if (openedAt === null) return reject('NOT_FOUND', 'This account doesn’t exist.')
  const definition = REPORTS[type]
  const { capability } = definition.resource
  if (person === null || !can(person.role, capability) || !can(person.role, 'report.keep')) return FORBIDDEN
  const hidden = [...hiddenFrom(person.role, definition)]
  if (definition.needs?.some((field) => hidden.includes(field)) === true) return FORBIDDEN
  const listingIds = chooseListings(listingId, person.listingIds)
  if (listingId !== undefined && (!ownsListing || listingIds.length === 0))
    return wrong('listingId', 'isn’t a listing of this account')
  return { hidden, listingIds, needs: [capability] }
}

export const isRejected = (found: ReportScope | Rejected): found is Rejected => 'ok' in found
