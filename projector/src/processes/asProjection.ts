import type { ProcessManager } from '@hearth/contracts/kernel/process'
import { defineProjection, type Projection } from '@hearth/contracts/kernel/projection'
import { z } from 'zod'

/**
 * What a runner asks of a projection: which events concern it; one that nothing reacts to costs no
 * transaction. It has no rows, and sets no streams aside: an event stops its own instance only.
 */
export const asProjection = ({ name, version, correlate, on }: ProcessManager): Projection =>
  defineProjection({
    name,
    version,
    row: z.object({}),
    fold: (row) => row,
    onPoison: { park: false },
    keys: (event) => {
      const instance = on.types?.has(event.type) === false ? undefined : correlate(event)
      return instance === undefined ? [] : [instance]
    },
  })
