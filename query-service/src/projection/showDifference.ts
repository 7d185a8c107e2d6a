import { can, type Role } from '@hearth/contracts/kernel/access'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { isVisible } from '@hearth/contracts/kernel/visibility'
import type { DifferingField, RowDifferences } from '@hearth/contracts/projection'
import { describeColumns } from '@hearth/platform/read-model/columns'
import { MASKED } from '../event/maskPersonal.ts'
import type { Differences } from './readDifference.ts'

/** Longer values are cut. */
const MAX_CHARACTERS = 2_000

const FRAME: Readonly<Record<string, string>> = {
  _revision: 'revision',
  _commit: 'position',
  _at: 'changed at',
}

type Value = DifferingField['serving']

const cut = (value: Value): Value => {
  const text = JSON.stringify(value)
  return text.length <= MAX_CHARACTERS ? value : `${text.slice(0, MAX_CHARACTERS)}…`
}

/**
 * Rows that differ, as this role may see them: fields that it may not read are masked, and so are columns
 * that this code does not know, unless the role may read everything. The names are those of the row's fields.
 */
export const showDifference = (
  found: Differences,
  projection: Projection | undefined,
  resources: readonly Resource[],
  role: Role,
): RowDifferences => {
  const known = projection ? describeColumns(projection.row) : []
  const fields = new Map(known.map(({ column, field }) => [column, field]))
  const instants = new Set([
    '_at',
    ...known.flatMap(({ column, sqlType }) => (sqlType === 'timestamptz' ? [column] : [])),
  ])
  const shownBy = resources.filter(({ table }) => table === projection?.name)
  const isClosed = (field: string) =>
    shownBy.some(({ visibility }) => !isVisible(visibility, field, (capability) => can(role, capability)))
  const readsPersonal = can(role, 'event.personal')
  const isHidden = (column: string): boolean => {
    const field = fields.get(column)
    if (field === undefined) return !(column in FRAME) && !readsPersonal
    return isClosed(field) || (!readsPersonal && projection?.personal?.includes(field) === true)
  }
  // As in other rows.
  const formatShown = (column: string, value: Value): Value =>
    instants.has(column) && typeof value === 'string' ? new Date(value).toISOString() : cut(value)
  const show = (column: string, value: Value): Value =>
    value === null ? null : isHidden(column) ? MASKED : formatShown(column, value)
  return {
    ...found,
    rows: found.rows.map(({ columns, ...row }) => ({
      ...row,
      fields: columns.map(({ column, serving, other }) => ({
        field: fields.get(column) ?? FRAME[column] ?? column,
        serving: show(column, serving),
        other: show(column, other),
      })),
    })),
  }
}
