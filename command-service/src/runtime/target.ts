import { commandDefinitions } from '@hearth/contracts'
import { PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import { isCreation, formatStream, type CommandDefinition } from '@hearth/contracts/kernel/message'
import { isBound, refusalToAct } from '@hearth/platform/session/principal'
import { createStreamFinder, type Sent } from './findStream.ts'
import { refuse, type Envelope, type Refused } from './outcome.ts'
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

/** Finds where a command goes, unless its caller may not send it. */
export const createTargeting = ({
  streams,
  registry,
  isClosed,
}: Readonly<{
  streams: Streams
  registry: Registry
  isClosed: (hostAccountId: string) => Promise<boolean>
}>) => {
  const find = createStreamFinder({ streams, registry })

  /**
   * Members of a closed account can't change anything, and nothing begins for it; work in progress continues.
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
    const located = refuseCaller(sent) ?? (await find(sent))
    if (located.kind === 'rejected') return located
    const { id, targetId = id, tenantId } = located
    if (await isOfClosedAccount(envelope, sent, tenantId))
      return refuse('INVALID_TRANSITION', 'This account is closed, so nothing can be changed.')
    const registration = registry[name]
    const stream = formatStream(registration.decider.category, id)
    return { kind: 'target', definition, registration, stream, id, targetId, tenantId }
  }
}
