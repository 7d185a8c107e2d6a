import { EventStoreDBClient } from '@eventstore/db-client'
import { parseEventStoreAddress } from '../config/eventStoreAddress.ts'
import type { Log } from '../telemetry/log.ts'
import { bounded } from './bounded.ts'
import { leaveUnlessAnswered, setFlowControlWindow } from './clientInternals.ts'
import { describeFailure } from './describeFailure.ts'
import { isDenied } from './failure.ts'
import { StoreAccessError, StoreAddressError, StoreUnavailableError } from './port.ts'

/** Time that a node has to answer, and that the check takes with the connection that it may need. */
const PING_MS = 500
const CHECK_MS = 1_500
/** Every call is denied alike; the log says so this often. */
const DENIALS_PAUSE_MS = 10_000
/**
 * Bytes that may be on their way to a connection, and to each of its streams, before it has taken the former
 * ones. HTTP/2 begins with 64 KB for a whole connection, and what was taken is reported once in each turn of
 * the event loop: on a busy machine (a turn takes 20 to 50 ms) all reads of a process together got forty
 * events in a turn, and those of a long stream took seconds (docs/decisions/0029-a-wider-window.md).
 */
const WINDOW_BYTES = 524_288

/** Options that an address does not name itself. A silent connection ends after 10 s + 5 s. */
const DEFAULTS: Readonly<Record<string, string>> = {
  keepAliveInterval: '10000',
  keepAliveTimeout: '5000',
  // Seconds that a node has to say who leads; the client's own 5 s would be spent on each dead node.
  gossipTimeout: '1',
}

export type Connection = Readonly<{
  client: EventStoreDBClient
  /**
   * Asks a node of a cluster that has left a call unanswered whether it is there, and leaves it for another
   * one when it does not answer. Resolves with whether it was left; always false for a single node, where
   * there is no other (docs/domain/event-store.md#silent-nodes).
   */
  leaveIfSilent: () => Promise<boolean>
  /** The failure of a call as the port has it; a denial is logged, too. */
  toStoreError: (error: unknown) => unknown
  /** As `toStoreError`, for a failure of any kind, with a sentence about what to change. */
  toUnavailable: (error: unknown) => StoreUnavailableError
}>

/** `onLeave` runs when the connection was left, to end the calls on it. */
export const openConnection = (
  url: string,
  name: string,
  log: Log,
  onLeave: () => void = () => undefined,
): Connection => {
  const address = parseEventStoreAddress(url)
  if ('problem' in address) throw new Error(`The address of the event store ${address.problem}`)
  const options = Object.entries({ ...DEFAULTS, connectionName: encodeURIComponent(name) })
    .filter(([option]) => !address.options.has(option))
    .map(([option, value]) => `&${option}=${value}`)
  const client = EventStoreDBClient.connectionString(
    `${url}${url.includes('?') ? '&' : '?'}throwOnAppendFailure=true${options.join('')}`,
  )
  setFlowControlWindow(client, WINDOW_BYTES)

  const leave = async (): Promise<boolean> => {
    try {
      const left = await bounded(leaveUnlessAnswered(client, PING_MS), CHECK_MS)
      if (!left) return false
      log.warn('event store: a node has gone silent, another one is used')
      onLeave()
      return true
    } catch (error) {
      log.debug({ err: error }, 'event store: no connection to ask')
      return false
    }
  }
  let deniedAt = -Infinity
  const toStoreError = (cause: unknown): unknown => {
    if (!isDenied(cause)) return cause
    const error = new StoreAccessError(describeFailure(cause, address).sentence, { cause })
    if (performance.now() - deniedAt > DENIALS_PAUSE_MS) {
      deniedAt = performance.now()
      log.error({ err: error }, 'event store: access denied')
    }
    return error
  }
  let leaving: Promise<boolean> | undefined
  return {
    client,
    leaveIfSilent: async () => {
      if (!address.discovers && address.hosts.length === 1) return false
      leaving ??= leave().finally(() => (leaving = undefined))
      return leaving
    },
    toStoreError,
    toUnavailable: (error) => {
      const cause = toStoreError(error)
      if (cause instanceof StoreUnavailableError) return cause
      const { sentence, mayPass } = describeFailure(error, address)
      return mayPass
        ? new StoreUnavailableError(sentence, { cause })
        : new StoreAddressError(sentence, { cause })
    },
  }
}
