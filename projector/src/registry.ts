import { processes as declaredProcesses } from '@hearth/contracts/processes'
import { projections as declared } from '@hearth/contracts/projections'
import type { ProcessManager } from '@hearth/contracts/kernel/process'
import type { Projection } from '@hearth/contracts/kernel/projection'

/** Every read model that this projector keeps. */
export const projections: readonly Projection[] = declared

/** Every process manager that this projector runs. */
export const processes: readonly ProcessManager[] = declaredProcesses
