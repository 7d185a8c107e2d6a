import { commandDefinitions, domain, type AggregateName } from '@hearth/contracts'
import { idOf, PLATFORM_TENANT, zId } from '@hearth/contracts/kernel/ids'
import { streamOf, type Aggregate, type CommandDefinition } from '@hearth/contracts/kernel/message'
import { zPolicyName } from '@hearth/contracts/policy'
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

/** A host account is its own tenant (docs/domain/ids-and-streams.md#tenants). */
const TENANT_CATEGORY = 'hostAccount'

const textAt = (data: unknown, field: string): string | undefined => {
  const value = (data as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? value : undefined
}

const ownerOf = (field: string): AggregateName => field.replace(/Id$/, '') as AggregateName

export const createTargeting = ({
  streams,
  registry,
  isClosed,
}: Readonly<{
  streams: Streams
  registry: Registry
  isClosed: (hostAccountId: string) => Promise<boolean>
}>) => {
  const tenantOf = async (name: AggregateName, id: string, since?: number) => {
    const { decider } = registry[name]
    return (await streams.load(decider, streamOf(decider.category, id), since)).tenantId
  }

  /** A tenant named by the caller; hosts have theirs from the session. */
  const tenantOfCreation = async ({
    principal,
    hostAccountId,
    internal,
  }: Envelope): Promise<string | Refused> => {
    if (principal.tenantId !== undefined)
      return hostAccountId === undefined || hostAccountId === principal.tenantId
        ? principal.tenantId
        : notFound()
    if (hostAccountId === undefined) {
      return refuse('VALIDATION_FAILED', 'Send the X-Host-Account header to choose the host account.', {
        errors: [{ pointer: '', detail: 'the X-Host-Account header must name a host account' }],
      })
    }
    return internal || (await tenantOf('account', hostAccountId)) === hostAccountId
      ? hostAccountId
      : notFound()
  }

  const seen = ({ principal, internal }: Envelope, tenantId: string | undefined): tenantId is string =>
    tenantId !== undefined && (internal === true || !isBound(principal) || principal.tenantId === tenantId)

  const inScope = ({ listingIds }: Envelope['principal'], listingId: string | undefined) =>
    listingIds === 'all' || (listingId !== undefined && listingIds.includes(listingId))

  /**
   * Finds the stream and its tenant. What is unknown, foreign or outside a co-host's listings is NOT_FOUND
   * alike.
   */
  const find = async (envelope: Envelope, since?: number): Promise<Target | Refused> => {
    const { type, data, principal, commandId, internal } = envelope
    const known = commandDefinitions.get(type)
    if (known === undefined) throw new Error(`No command is called ${type}`)
    const { definition, aggregate: name } = known
    if (internal !== true) {
      const refusal =
        definition.route === undefined
          ? 'FORBIDDEN'
          : refusalToAct(principal, definition.capability, Date.now())
      if (refusal !== undefined) return refuse(refusal, 'Your role doesn’t allow this.')
    }
    if (envelope.occurredAt !== undefined && principal.actor.kind !== 'service')
      return refuse('FORBIDDEN', 'Only services can set the time of an event.')
    const aggregate: Aggregate = domain[name]
    const registration = registry[name]
    const { category } = registration.decider
    const creates = definition.route !== undefined && definition.route.verb === undefined
    const identify = (tenantId: string) =>
      aggregate.identify?.(tenantId, type, data as Readonly<Record<string, unknown>>, commandId) ??
      idOf(category, tenantId, commandId)
    const target = (id: string, targetId: string, tenantId: string): Target => ({
      kind: 'target',
      definition,
      registration,
      stream: streamOf(category, id),
      id,
      targetId,
      tenantId,
    })

    if (definition.platform === true) {
      const id = envelope.id ?? ''
      // Policies have names; whatever else belongs to no account, such as people, has ids.
      return (category === 'policy' ? zPolicyName : zId).safeParse(id).success
        ? target(id, id, PLATFORM_TENANT)
        : notFound()
    }

    if (aggregate.ofAccount === true) {
      const id = envelope.id ?? ''
      const tenantId = await tenantOf('account', id, since)
      return seen(envelope, tenantId) && principal.listingIds === 'all'
        ? target(id, id, tenantId)
        : notFound()
    }

    // A part of a stream: the stream exists from the moment its owner does, be it empty.
    if (definition.streamIdFrom !== undefined) {
      const id = textAt(data, definition.streamIdFrom) ?? ''
      const tenantId = await tenantOf(ownerOf(definition.streamIdFrom), id, since)
      if (!seen(envelope, tenantId) || !inScope(principal, id)) return notFound()
      return target(id, creates ? identify(tenantId) : (envelope.id ?? id), tenantId)
    }

    const named = definition.tenantFrom === undefined ? undefined : textAt(data, definition.tenantFrom)

    if (creates) {
      if (category === TENANT_CATEGORY) {
        const id = identify(PLATFORM_TENANT)
        return target(id, id, id)
      }
      const tenantId = await tenantOfCreation(
        named === undefined ? envelope : { ...envelope, hostAccountId: named },
      )
      if (typeof tenantId !== 'string') return tenantId
      const listingId = textAt(data, 'listingId')
      if (listingId === undefined && principal.listingIds !== 'all')
        return refuse(
          'LISTING_SCOPE_DENIED',
          'You only have access to certain listings, so you can’t add one.',
        )
      if (
        listingId !== undefined &&
        ((await tenantOf('listing', listingId, since)) !== tenantId || !inScope(principal, listingId))
      )
        return notFound()
      const id = identify(tenantId)
      return target(id, id, tenantId)
    }

    const id = envelope.id ?? ''
    const view = await streams.load(registration.decider, streamOf(category, id), since)
    // An internal step may be the first event of its stream; its data names the listing then.
    const listingId = view.listingId ?? textAt(data, 'listingId')
    const tenantId =
      view.tenantId ??
      (internal !== true
        ? undefined
        : listingId === undefined
          ? named
          : await tenantOf('listing', listingId, since))
    const scoped =
      category !== TENANT_CATEGORY && !inScope(principal, category === 'listing' ? id : listingId)
    if (!seen(envelope, tenantId) || scoped) return notFound()
    return target(id, id, tenantId)
  }

  /**
   * Nobody of a closed account changes anything, and nothing is begun for it; what was begun comes to its
   * end.
   */
  const isOfClosedAccount = async (
    { principal, internal }: Envelope,
    { registration, definition, tenantId }: Target,
  ): Promise<boolean> => {
    const begins = definition.route !== undefined && definition.route.verb === undefined
    if (
      internal === true ||
      tenantId === PLATFORM_TENANT ||
      registration.decider.category === TENANT_CATEGORY ||
      !(isBound(principal) || begins)
    )
      return false
    return isClosed(tenantId)
  }

  return async (envelope: Envelope, since?: number): Promise<Target | Refused> => {
    const target = await find(envelope, since)
    return target.kind === 'target' && (await isOfClosedAccount(envelope, target))
      ? refuse('INVALID_TRANSITION', 'This account is closed, so nothing can be changed.')
      : target
  }
}
