import { domain, type AggregateName } from '@hearth/contracts'
import { deriveId, PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import {
  isCreation,
  locatorOf,
  formatStream,
  type Aggregate,
  type CommandDefinition,
  type StreamLocator,
} from '@hearth/contracts/kernel/message'
import { isBound } from '@hearth/platform/session/principal'
import { notFound, refuse, type Envelope, type Refused } from './outcome.ts'
import type { Registry } from './registration.ts'
import type { Streams } from './streams.ts'
import type { StreamView } from './streamView.ts'

/** `targetId` is left out where it is the stream's own id. */
export type Found = Readonly<{ kind: 'found'; id: string; targetId?: string; tenantId: string }>

/** A command on its way to a stream. */
export type Sent = Readonly<{
  envelope: Envelope
  name: AggregateName
  definition: CommandDefinition
  /** States that were read before this instant of the monotonic clock are read again. */
  since: number | undefined
}>

type LocatorBy<By extends StreamLocator['by']> = Extract<StreamLocator, { by: By }>

const found = (id: string, tenantId: string, targetId = id): Found => ({
  kind: 'found',
  id,
  targetId,
  tenantId,
})

const textAt = (data: unknown, field: string): string | undefined => {
  const value = (data as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? value : undefined
}

const belongsTo = ({ principal, internal }: Envelope, tenantId: string | undefined): tenantId is string =>
  tenantId !== undefined && (internal === true || !isBound(principal) || principal.tenantId === tenantId)

const isInScope = ({ listingIds }: Envelope['principal'], listingId: string | undefined): boolean =>
  listingIds === 'all' || (listingId !== undefined && listingIds.includes(listingId))

/** The id of what the command creates. */
const identify = ({ name, envelope: { type, data, commandId } }: Sent, tenantId: string): string => {
  const aggregate: Aggregate = domain[name]
  return (
    aggregate.identify?.(tenantId, type, data as Readonly<Record<string, unknown>>, commandId) ??
    deriveId(aggregate.category, tenantId, commandId)
  )
}

/** Reads other streams' owners. */
type Reads = Readonly<{
  view: (name: AggregateName, id: string, since?: number) => Promise<StreamView>
  tenant: (name: AggregateName, id: string, since?: number) => Promise<string | undefined>
}>

const findOnPlatform = ({ id: schema }: LocatorBy<'platform'>, { envelope: { id = '' } }: Sent) =>
  schema.safeParse(id).success ? found(id, PLATFORM_TENANT) : notFound()

const findOfAccount = async (
  { limitedMembers }: LocatorBy<'account'>,
  { envelope, since }: Sent,
  reads: Reads,
): Promise<Found | Refused> => {
  const { id = '', principal } = envelope
  const tenantId = await reads.tenant('account', id, since)
  const inScope = limitedMembers === true || principal.listingIds === 'all'
  return belongsTo(envelope, tenantId) && inScope ? found(id, tenantId) : notFound()
}

const findOfOwner = async (
  { owner, field }: LocatorBy<'owner'>,
  sent: Sent,
  reads: Reads,
): Promise<Found | Refused> => {
  const { envelope, definition, since } = sent
  const id = textAt(envelope.data, field) ?? ''
  const tenantId = await reads.tenant(owner, id, since)
  if (!belongsTo(envelope, tenantId) || !isInScope(envelope.principal, id)) return notFound()
  return found(id, tenantId, isCreation(definition) ? identify(sent, tenantId) : envelope.id)
}

/** The account that the caller creates for: hosts have theirs from the session, others name it. */
const accountOfCreation = async (
  { principal, internal }: Envelope,
  hostAccountId: string | undefined,
  reads: Reads,
): Promise<string | Refused> => {
  if (principal.tenantId !== undefined)
    return hostAccountId === undefined || hostAccountId === principal.tenantId
      ? principal.tenantId
      : notFound()
  if (hostAccountId === undefined) {
    return refuse('VALIDATION_FAILED', 'Send the X-Host-Account header to choose the host account.', {
      errors: [{ pointer: '', detail: 'the X-Host-Account header must name a host account' }],
    })
  }
  return internal || (await reads.tenant('account', hostAccountId)) === hostAccountId
    ? hostAccountId
    : notFound()
}

const findNew = async (
  { account, listing }: LocatorBy<'creation'>,
  sent: Sent,
  reads: Reads,
): Promise<Found | Refused> => {
  const { envelope, since } = sent
  const { principal, data } = envelope
  if (account === 'itself') {
    const id = identify(sent, PLATFORM_TENANT)
    return found(id, id)
  }
  const named = account === 'caller' ? envelope.hostAccountId : textAt(data, account.field)
  const tenantId = await accountOfCreation(envelope, named, reads)
  if (typeof tenantId !== 'string') return tenantId
  if (listing === undefined && principal.listingIds !== 'all')
    return refuse('LISTING_SCOPE_DENIED', 'You only have access to certain listings, so you can’t add one.')
  if (listing !== undefined) {
    const listingId = textAt(data, listing.field) ?? ''
    if ((await reads.tenant('listing', listingId, since)) !== tenantId || !isInScope(principal, listingId))
      return notFound()
  }
  return found(identify(sent, tenantId), tenantId)
}

/** The account of a stream that the system begins. */
const tenantOfFirst = async (
  { begins }: LocatorBy<'id'>,
  { envelope: { data, internal }, since }: Sent,
  reads: Reads,
): Promise<string | undefined> => {
  const named = internal === true && begins !== undefined ? textAt(data, begins.field) : undefined
  return named === undefined || begins?.of === 'account' ? named : reads.tenant('listing', named, since)
}

const findById = async (locator: LocatorBy<'id'>, sent: Sent, reads: Reads): Promise<Found | Refused> => {
  const { envelope, name, since } = sent
  const { id = '', principal } = envelope
  const view = await reads.view(name, id, since)
  const tenantId = view.tenantId ?? (await tenantOfFirst(locator, sent, reads))
  // An account is not part of a listing: a co-host's role decides what they can do with it.
  const inScope = name === 'account' || isInScope(principal, name === 'listing' ? id : view.listingId)
  return belongsTo(envelope, tenantId) && inScope ? found(id, tenantId) : notFound()
}

/**
 * Finds the stream of a command and its tenant, by kind of locator. Unknown, foreign and out-of-scope streams
 * are all NOT_FOUND.
 */
export const createStreamFinder = ({
  streams,
  registry,
}: Readonly<{ streams: Streams; registry: Registry }>) => {
  const view: Reads['view'] = (name, id, since) => {
    const { decider } = registry[name]
    return streams.load(decider, formatStream(decider.category, id), since)
  }
  const reads: Reads = { view, tenant: async (...of) => (await view(...of)).tenantId }

  return async (sent: Sent): Promise<Found | Refused> => {
    const locator = locatorOf(sent.definition)
    switch (locator.by) {
      case 'platform':
        return findOnPlatform(locator, sent)
      case 'account':
        return findOfAccount(locator, sent, reads)
      case 'owner':
        return findOfOwner(locator, sent, reads)
      case 'creation':
        return findNew(locator, sent, reads)
      case 'id':
        return findById(locator, sent, reads)
    }
  }
}
