import { resources } from '@hearth/contracts'
import { projections } from '@hearth/contracts/projections'

const canBeRebuilt = (name: string) =>
  projections.find((projection) => projection.name === resources[name]?.table)?.streams !== undefined

/** Resources whose records can be rebuilt from their events. */
export const RECORD_RESOURCES = Object.keys(resources).filter(canBeRebuilt)
