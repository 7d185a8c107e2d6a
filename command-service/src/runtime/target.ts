import { commandDefinitions, domain, type AggregateName } from '@hearth/contracts'
import { idOf, PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import {
  isCreation,
  locatorOf,
  streamOf,
  type Aggregate,
  type CommandDefinition,
  type StreamLocator,
} from '@hearth/contracts/kernel/message'
import { isBound, refusalToAct } from '@hearth/platform/session/principal'
import { notFound, refuse, type Envelope, type Refused } from './outcome.ts'
import type { AnyRegistration, Registry } from './registration.ts'
import type { Streams } from './streams.ts'

/** Where a command goes and for whom. */
export type Target = Readonly<{
  kind: 'target'
  definition: CommandDefinition
  registration: AnyRegistration
  stream: string
  /** The stream's own id. */
  id: string
  /** What the command is about: the id in its path or that of what it creates. */
  targetId: string
  tenantId: string
}>

/** `targetId` is left out where it is the stream's own id. */
type Found = Readonly<{ kind: 'found'; id: string; targetId?: string; tenantId: string }>

/** A command on its way to a stream. */
type Sent = Readonly<{
  envelope: Envelope
  name: AggregateName
  definition: CommandDefinition
  /** What was read before this instant of the monotonic clock is read again. */
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
    idOf(aggregate.category, tenantId, commandId)
  )
}

/** Why the caller may not send the command at all. */
const refuseCaller = ({ envelope, definition }: Sent): Refused | undefined => {
  const { principal, internal, occurredAt } = envelope
  if (internal !== true) {
    const refusal =
      definition.route === undefined
        ? 'FORBIDDEN'
        : refusalToAct(principal, definition.capability, Date.now())
    if (refusal !== undefined) return refuse(refusal, 'Your role doesn’t allow this.')
  }
  return occurredAt !== undefined && principal.actor.kind !== 'service'
    ? refuse('FORBIDDEN', 'Only services can set the time of an event.')
    : undefined
}

const findOnPlatform = ({ id: schema }: LocatorBy<'platform'>, { envelope: { id = '' } }: Sent) =>
  schema.safeParse(id).success ? found(id, PLATFORM_TENANT) : notFound()

/** Finds the stream of a command, each kind of locator in its own way. */
const createFinding = ({ streams, registry }: Readonly<{ streams: Streams; registry: Registry }>) => {
  const readTenant = async (name: AggregateName, id: string, since?: number) => {
    const { decider } = registry[name]
    return (await streams.load(decider, streamOf(decider.category, id), since)).tenantId
  }

  /** The account that the caller creates for: hosts have theirs from the session, others name it. */
  const accountOfCreation = async (
    { principal, internal }: Envelope,
    hostAccountId: string | undefined,
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
    return internal || (await readTenant('account', hostAccountId)) === hostAccountId
      ? hostAccountId
      : notFound()
  }

  const findNew = async (locator: LocatorBy<'creation'>, sent: Sent): Promise<Found | Refused> => {
    const { envelope, since } = sent
    const { principal, data } = envelope
    const { account, listing } = locator
    if (account === 'itself') {
      const id = identify(sent, PLATFORM_TENANT)
      return found(id, id)
    }
    const named = account === 'caller' ? envelope.hostAccountId : textAt(data, account.field)
    const tenantId = await accountOfCreation(envelope, named)
    if (typeof tenantId !== 'string') return tenantId
    if (listing === undefined && principal.listingIds !== 'all')
      return refuse('LISTING_SCOPE_DENIED', 'You only have access to certain listings, so you can’t add one.')
    if (listing !== undefined) {
      const listingId = textAt(data, listing.field) ?? ''
      if ((await readTenant('listing', listingId, since)) !== tenantId || !isInScope(principal, listingId))
        return notFound()
    }
    return found(identify(sent, tenantId), tenantId)
  }

  const findOfOwner = async ({ owner, field }: LocatorBy<'owner'>, sent: Sent): Promise<Found | Refused> => {
    const { envelope, definition, since } = sent
    const id = textAt(envelope.data, field) ?? ''
    const tenantId = await readTenant(owner, id, since)
    if (!belongsTo(envelope, tenantId) || !isInScope(envelope.principal, id)) return notFound()
    return found(id, tenantId, isCreation(definition) ? identify(sent, tenantId) : envelope.id)
  }

  const findOfAccount = async ({ envelope, since }: Sent): Promise<Found | Refused> => {
    const { id = '', principal } = envelope
    const tenantId = await readTenant('account', id, since)
    return belongsTo(envelope, tenantId) && principal.listingIds === 'all' ? found(id, tenantId) : notFound()
  }

  /** The account of a stream that the system begins. */
  const tenantOfFirst = async (
    { begins }: LocatorBy<'id'>,
    { envelope: { data, internal }, since }: Sent,
  ): Promise<string | undefined> => {
    const named = internal === true && begins !== undefined ? textAt(data, begins.field) : undefined
    return named === undefined || begins?.of === 'account' ? named : readTenant('listing', named, since)
  }

  const findById = async (locator: LocatorBy<'id'>, sent: Sent): Promise<Found | Refused> => {
    const { envelope, name, since } = sent
    const { id = '', principal } = envelope
    const { decider } = registry[name]
    const view = await streams.load(decider, streamOf(decider.category, id), since)
    const tenantId = view.tenantId ?? (await tenantOfFirst(locator, sent))
    // An account is no part of a listing: what a co-host may do with it, their role says.
    const isScoped = name === 'account' || isInScope(principal, name === 'listing' ? id : view.listingId)
    return belongsTo(envelope, tenantId) && isScoped ? found(id, tenantId) : notFound()
  }

  return async (sent: Sent): Promise<Found | Refused> => {
    const locator = locatorOf(sent.definition)
    switch (locator.by) {
      case 'platform':
        return findOnPlatform(locator, sent)
      case 'account':
        return findOfAccount(sent)
      case 'owner':
        return findOfOwner(locator, sent)
      case 'creation':
        return findNew(locator, sent)
      case 'id':
        return findById(locator, sent)
    }
  }
}

/**
 * Finds the stream of a command and its tenant. What is unknown, foreign or outside a co-host's listings is
 * NOT_FOUND alike.
 */
export const createTargeting = ({
  streams,
  registry,
  isClosed,
}: Readonly<{
  streams: Streams
  registry: Registry
  isClosed: (hostAccountId: string) => Promise<boolean>
}>) => {
  const find = createFinding({ streams, registry })

  /**
   * Nobody of a closed account changes anything, and nothing is begun for it; what was begun comes to its
   * end.
   */
  const isOfClosedAccount = async (
    { principal, internal }: Envelope,
    { name, definition }: Sent,
    tenantId: string,
  ): Promise<boolean> =>
    internal !== true &&
    tenantId !== PLATFORM_TENANT &&
    name !== 'account' &&
    (isBound(principal) || isCreation(definition)) &&
    isClosed(tenantId)

  return async (envelope: Envelope, since?: number): Promise<Target | Refused> => {
    const known = commandDefinitions.get(envelope.type)
    if (known === undefined) throw new Error(`No command is called ${envelope.type}`)
    const { definition, aggregate: name } = known
    const sent: Sent = { envelope, name, definition, since }
    const place = refuseCaller(sent) ?? (await find(sent))
    if (place.kind === 'rejected') return place
    const { id, targetId = id, tenantId } = place
    if (await isOfClosedAccount(envelope, sent, tenantId))
      return refuse('INVALID_TRANSITION', 'This account is closed, so nothing can be changed.')
    const registration = registry[name]
    const stream = streamOf(registration.decider.category, id)
    return { kind: 'target', definition, registration, stream, id, targetId, tenantId }
  }
}
