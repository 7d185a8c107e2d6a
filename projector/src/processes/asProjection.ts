import type { ProcessManager } from '@hearth/contracts/kernel/process'
import { defineProjection, type Projection } from '@hearth/contracts/kernel/projection'
import { z } from 'zod'

/**
 * A process manager as a runner sees it: which events concern it; an event without a reaction costs no
 * transaction. It has no rows and parks no streams: an event stops its own instance only.
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
