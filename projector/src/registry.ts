import { projections as declared } from '@hearth/contracts/projections'
import type { Projection } from '@hearth/contracts/kernel/projection'

/** Every read model that this projector keeps. */
export const projections: readonly Projection[] = declared
