import { resources } from '@hearth/contracts'
import { describeColumns } from '@hearth/platform/read-model/columns'

/** The columns that this code reads of each projection. */
export const neededColumns: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(resources).map(({ table, row }) => [table, describeColumns(row).map(({ column }) => column)]),
)
