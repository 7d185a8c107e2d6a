import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Resource } from '@hearth/contracts/kernel/resource'
import type { Kysely } from 'kysely'
import type { Condition, ListRequest } from './listRequest.ts'
import type { Model, Scope } from './model.ts'
import { estimateRows } from './readTotal.ts'
import { conditionsSql, whereSql } from './sql.ts'

/** How a page is found: in an index of all its rows, or among all rows of the conditions. */
export type Reading = 'walk' | 'collect'

/** More rows are neither sorted nor passed over for one page over all accounts. */
export const MAX_ROWS_READ = 50_000

const isAccount = (condition: Condition): boolean =>
  condition.kind === 'in' && ['tenantId', 'hostAccountId'].includes(condition.field.field)

/** Whether an index finds the rows of this condition. */
const isIndexed =
  ({ resource: { screens = {}, filter } }: Model) =>
  (condition: Condition): boolean => {
    const finds = Object.keys(screens.finds ?? {})
    switch (condition.kind) {
      case 'in': {
        const { field, values } = condition
        const queue = screens.queues?.[field.field]?.values ?? []
        return (
          ['id', ...finds].includes(field.field) ||
          values.every((value) => queue.some((queued) => queued === value))
        )
      }
      case 'from':
      case 'to':
        return [...finds, ...Object.keys(screens.orders ?? {})].includes(condition.field.field)
      case 'overlap':
        return condition.indexed
      case 'words':
        return finds.some((name) => {
          const kind = filter[name]
          return typeof kind === 'object' && 'search' in kind
        })
      case 'lacks':
        return false
    }
  }

const WORDS: Readonly<Record<string, string>> = {
  q: 'a search',
  hostAccountId: 'account',
  externalRef: 'external reference',
}

/** As the columns of an export are called, or by its name. */
const toWords =
  ({ export: titles }: Resource) =>
  (field: string): string =>
    WORDS[field] ??
    titles?.[field]?.toLowerCase() ??
    field.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The refusal says what narrows this list, and which order needs no filter. */
const refuse = ({ resource }: Model): AppProblem => {
  const { scope, screens = {} } = resource
  const narrowBy = [...(scope === 'tenant' ? ['hostAccountId'] : []), ...Object.keys(screens.finds ?? {})]
  const [order] = Object.keys(screens.orders ?? {})
  const words = new Intl.ListFormat('en', { type: 'disjunction' }).format(narrowBy.map(toWords(resource)))
  const otherwise = order === undefined ? '' : ` You can also sort it by ${toWords(resource)(order)}.`
  return new AppProblem(
    'NARROW_FIRST',
    `There are too many rows for this order or filter. Narrow the list by ${words}.${otherwise}`,
    { narrowBy, order: order ?? null },
  )
}

/**
 * An account's rows of some conditions are collected, which also counts them. Of a large account most rows may
 * fulfil them: these are walked in the order of the account's index.
 */
const readAccount = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  { sort, conditions }: Pick<ListRequest, 'sort' | 'conditions'>,
  maxRows: number,
): Promise<Reading> => {
  if (scope.tenantId !== null && scope.listingIds === null && conditions.length === 0) return 'walk'
  if (![model.resource.defaultSort[0], 'id'].includes(sort.field.field)) return 'collect'
  const own = await estimateRows(db, model, whereSql(model, scope, conditions.filter(isAccount)))
  if (own <= maxRows) return 'collect'
  return (await estimateRows(db, model, whereSql(model, scope, conditions))) > maxRows ? 'walk' : 'collect'
}

/**
 * Chooses how to read a page so that no page reads a large table. An account's own rows can be sorted in any
 * order. Over all accounts a page needs an index that finds few rows or has this order; otherwise it is
 * refused with 422 NARROW_FIRST.
 */
export const chooseReading = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  { sort, offset, limit, conditions }: Pick<ListRequest, 'sort' | 'offset' | 'limit' | 'conditions'>,
  maxRows = MAX_ROWS_READ,
): Promise<Reading> => {
  const { resource } = model
  if (resource.view) return 'collect'
  if (resource.scope === 'tenant' && (scope.tenantId !== null || conditions.some(isAccount)))
    return readAccount(db, model, scope, { sort, conditions }, maxRows)
  const found = await estimateRows(db, model, conditionsSql(conditions.filter(isIndexed(model))))
  if (found <= maxRows) return 'collect'
  if (!Object.hasOwn(resource.screens?.orders ?? {}, sort.field.field)) throw refuse(model)
  const matching = await estimateRows(db, model, whereSql(model, scope, conditions))
  if (((offset + limit) * found) / Math.max(1, matching) > maxRows) throw refuse(model)
  return 'walk'
}
