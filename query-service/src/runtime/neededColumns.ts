import { projections } from '@hearth/contracts/projections'
import { describeColumns } from '@hearth/platform/read-model/columns'

/** The columns that this code reads of each projection. */
export const neededColumns: ReadonlyMap<string, readonly string[]> = new Map(
  projections.map(({ name, row }) => [name, describeColumns(row).map(({ column }) => column)]),
)
