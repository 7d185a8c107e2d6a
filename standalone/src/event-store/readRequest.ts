import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { invalid } from './errors.ts'
import { compileFilter, type EventFilter } from './filter.ts'
import type { Position } from './model.ts'
import { parsePosition, startRevision, streamName } from './wire.ts'

// The real server's filter window when the client names none.
const defaultWindow = 32

export type Start = 'start' | 'end' | bigint

export type ReadRequest = Readonly<{
  source: Readonly<{ kind: 'all'; from: Start }> | Readonly<{ kind: 'stream'; stream: string; from: Start }>
  backwards: boolean
  resolveLinks: boolean
  structuredIds: boolean
  /** How many events, or a subscription without end. */
  count: number | 'subscription'
  filter: Readonly<{ matches: EventFilter; window: number; multiplier: number }> | undefined
}>

const parseFilter = (filter: ReadReq.Options.FilterOptions): ReadRequest['filter'] => {
  const onStream = filter.getStreamIdentifier()
  const expression = onStream ?? filter.getEventType()
  if (!expression) throw invalid('a filter is on stream names or on event types')
  const spec = {
    on: onStream ? 'stream' : 'type',
    regex: expression.getRegex(),
    prefixes: expression.getPrefixList(),
  } as const
  return {
    matches: compileFilter(spec),
    window: filter.hasMax() ? filter.getMax() : defaultWindow,
    multiplier: filter.getCheckpointintervalmultiplier() || 1,
  }
}

/** A larger count than a double holds exactly is more than any log. */
const parseCount = (text: string): number =>
  BigInt(text) > Number.MAX_SAFE_INTEGER ? Infinity : Number(text)

const parseSource = (options: ReadReq.Options, head: Position): ReadRequest['source'] => {
  const stream = options.getStream()
  if (stream) {
    const from = stream.hasRevision()
      ? startRevision(stream.getRevision())
      : stream.hasEnd()
        ? 'end'
        : 'start'
    return { kind: 'stream', stream: streamName(stream.getStreamIdentifier()), from }
  }
  const all = options.getAll()
  if (!all) throw invalid('a read names a stream or $all')
  const position = all.getPosition()
  if (!position) return { kind: 'all', from: all.hasEnd() ? 'end' : 'start' }
  const from = parsePosition(position.getCommitPosition(), position.getPreparePosition(), head)
  if (from === undefined) throw invalid('invalid position: this server has never issued it')
  return { kind: 'all', from }
}

/** `head` is the position of the last event: a position beyond it was never issued. */
export const parseReadRequest = (request: ReadReq, head: Position): ReadRequest => {
  const options = request.getOptions()
  if (!options) throw invalid('a read has options')
  const uuidOption = options.getUuidOption()
  if (!uuidOption) throw invalid('a read says how it wants ids (uuid_option)')
  if (!options.hasCount() && !options.hasSubscription())
    throw invalid('a read has a count or is a subscription')
  const filter = options.getFilter()
  const source = parseSource(options, head)
  if (filter && source.kind === 'stream') throw invalid('only reads of $all take a filter')
  const backwards = options.getReadDirection() === 1
  if (backwards && options.hasSubscription()) throw invalid('a subscription runs forwards')
  return {
    source,
    backwards,
    resolveLinks: options.getResolveLinks(),
    structuredIds: uuidOption.hasStructured(),
    count: options.hasSubscription() ? 'subscription' : parseCount(options.getCount()),
    filter: filter ? parseFilter(filter) : undefined,
  }
}
