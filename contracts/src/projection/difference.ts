import { z } from 'zod'

/**
 * What one column of a row contains in both builds. Personal values are masked for roles that may not read
 * them; long ones are cut.
 */
export const zDifferingField = z.strictObject({ field: z.string(), serving: z.json(), other: z.json() })
export type DifferingField = z.infer<typeof zDifferingField>

/**
 * A row that a comparison found different. `only`: it is missing in the other build, and there are no fields.
 */
export const zDifferingRow = z.strictObject({
  tenantId: z.string(),
  id: z.string(),
  only: z.enum(['serving', 'other']).nullable(),
  fields: z.array(zDifferingField),
})
export type DifferingRow = z.infer<typeof zDifferingRow>

/**
 * `GET /api/projections/{id}/difference` for staff: the rows that the last comparison found different, as
 * both tables have them now; the first of `total`.
 */
export const zRowDifferences = z.strictObject({
  serving: z.int(),
  other: z.int(),
  total: z.int(),
  rows: z.array(zDifferingRow),
})
export type RowDifferences = z.infer<typeof zRowDifferences>
