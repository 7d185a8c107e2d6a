import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { hashShape } from '../builds/schema.ts'
import type { EngineOptions } from './options.ts'

/** How a process signs its leases: unique for every start. */
export const createOwnerName = (): string => `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`

const hashVersions = (projections: readonly Projection[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        projections.map((projection) => [projection.name, projection.version, hashShape(projection)]),
      ),
    )
    .digest('hex')
    .slice(0, 16)

/** Processes with the same code share the work. A helper for every unfinished build shares with no one. */
export const describeCode = (
  owner: string,
  { projections, helper }: Pick<EngineOptions, 'projections' | 'helper'>,
): string => {
  if (helper === 'building') return owner
  const versions = hashVersions(projections)
  return helper === 'beside' ? `${versions}-beside` : versions
}
