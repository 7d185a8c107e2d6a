import { compileRegex } from './regex/compile.ts'

/**
 * The events of `$all` that a reader wants: a regular expression or prefixes, on stream name or event type.
 */
export type FilterSpec = Readonly<{ on: 'stream' | 'type'; regex: string; prefixes: readonly string[] }>

export type EventFilter = (event: Readonly<{ stream: string; type: string }>) => boolean

/** Never part of `$all` on the real server either. */
const hiddenStreams = /^\$persistentsubscription-\$all::.*-(checkpoint|parked)$/
export const isHidden = (event: Readonly<{ stream: string }>): boolean =>
  event.stream === '$epoch-information' || hiddenStreams.test(event.stream)

/** Throws INVALID_ARGUMENT for a regular expression that does not compile. */
export const compileFilter = (spec: FilterSpec | undefined): EventFilter => {
  if (!spec) return () => true
  const readValue =
    spec.on === 'stream'
      ? (event: { stream: string }) => event.stream
      : (event: { type: string }) => event.type
  if (spec.prefixes.length > 0)
    return (event) => spec.prefixes.some((prefix) => readValue(event).startsWith(prefix))
  const matches = compileRegex(spec.regex)
  return (event) => matches(readValue(event))
}

/** Counts considered events and reports when a checkpoint is due (every `window × multiplier` of them). */
export const createCheckpointCounter = (
  window: number,
  multiplier: number,
): Readonly<{ consider: () => boolean }> => {
  const interval = Math.max(1, window * multiplier)
  let considered = 0
  return {
    consider: () => {
      considered = (considered + 1) % interval
      return considered === 0
    },
  }
}
