import { stayProcess } from './booking/processes.ts'
import type { ProcessManager } from './kernel/process.ts'

/** Every process manager; the projector runs them. */
export const processes = [
  stayProcess,
  // States are handed back only to the functions that made them, so the list may forget their types.
] as readonly ProcessManager[]
