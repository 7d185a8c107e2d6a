import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AppProblem } from './appProblem.ts'
import { createSlots, type Slots } from './slots.ts'

export type RateClass = 'read' | 'write' | 'login' | 'export' | 'stream' | 'probe'

/**
 * Requests at work at the same time in one process, by class; beyond it 503
 * (docs/decisions/0026-requests-wait-in-bounded-queues.md): reads of four seconds, commands of two.
 */
export const IN_FLIGHT: Readonly<Record<RateClass, number>> = {
  read: 1_200,
  write: 200,
  login: 16,
  export: 10,
  stream: 2_000,
  probe: 2_000,
}

/**
 * Of these, requests from one network (`findNetwork`), times RATE_LIMIT_FACTOR: the others keep a share
 * (docs/domain/limits.md#load).
 */
export const IN_FLIGHT_PER_NETWORK: Readonly<Record<RateClass, number>> = {
  read: 300,
  write: 50,
  login: 8,
  export: 5,
  stream: 500,
  probe: 500,
}

/** Request bodies on their way at the same time in one process. */
const MAX_BODIES = 2_000
/** Of these, bodies from one network, times RATE_LIMIT_FACTOR. */
export const MAX_BODIES_PER_NETWORK = 32

const RESOLUTION_MS = 20
const SAMPLE_MS = 500
const MAX_DELAY_MS = 200
/**
 * A pause is over when it is noticed, and what has waited is answered soon; only where the loop stays late is
 * there too much to do.
 */
const LATE_SAMPLES = 2

export type Load = Readonly<{
  /**
   * Takes a place or throws 503; the answer gives it back, once. Without a network only the class counts, as
   * for service principals.
   */
  enter: (rate: RateClass, network?: string) => () => void
  /** Takes a slot for a body on its way, or throws 429; the answer gives it back. */
  receive: (network?: string) => () => void
  /** Stops watching the event loop. */
  close: () => void
}>

const overloaded = () =>
  new AppProblem('OVERLOADED', undefined, {}, { 'retry-after': String(1 + Math.floor(Math.random() * 3)) })

const tooManyBodies = () =>
  new AppProblem(
    'RATE_LIMITED',
    'Too many unfinished requests. Wait a moment, then try again',
    {},
    { 'retry-after': '2', connection: 'close' },
  )

/**
 * Counts what is at work and watches how late the event loop runs; refuses work that would only wait. Without
 * a factor networks are not counted.
 */
export const watchLoad = (
  limits: Readonly<Record<RateClass, number>> = IN_FLIGHT,
  factor = Number.POSITIVE_INFINITY,
): Load => {
  const createPlaces = (rate: RateClass): Slots =>
    createSlots(limits[rate], IN_FLIGHT_PER_NETWORK[rate] * factor)
  const places: Readonly<Record<RateClass, Slots>> = {
    read: createPlaces('read'),
    write: createPlaces('write'),
    login: createPlaces('login'),
    export: createPlaces('export'),
    stream: createPlaces('stream'),
    probe: createPlaces('probe'),
  }
  const bodies = createSlots(MAX_BODIES, MAX_BODIES_PER_NETWORK * factor)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let late = 0
  const timer = setInterval(() => {
    // Nothing was counted where not even two turns fell into it.
    late = delay.count === 0 || delay.mean / 1e6 - RESOLUTION_MS > MAX_DELAY_MS ? late + 1 : 0
    delay.reset()
  }, SAMPLE_MS)
  timer.unref()
  return {
    enter: (rate, network) => {
      const leave = late >= LATE_SAMPLES ? undefined : places[rate].take(network)
      if (!leave) throw overloaded()
      return leave
    },
    receive: (network) => {
      const leave = bodies.take(network)
      if (!leave) throw tooManyBodies()
      return leave
    },
    close: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}
