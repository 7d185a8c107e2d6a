import { createCommandHash } from '@hearth/command-service/runtime/commandHash'
import { publishFirstPolicies } from '@hearth/command-service/policy/publishFirstPolicies'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import { runPartitioned } from '@hearth/standalone/commands/runPartitioned'
import { findClosingStream, generateTenant } from './histories.ts'
import { arrivalSums, planTenant } from './plan.ts'
import { deriveAccountId, nowOf, drawSizes, computeToday, type Run } from './run.ts'
import type { Shape } from './shape.ts'
import { isWritten, writeTenant } from './writeTenant.ts'

const TENANT_CONCURRENCY = 12

export type Target = Readonly<{
  store: Pick<EventStore, 'append' | 'read'>
  sealer: Pick<Sealer, 'sealMany'>
  commandHashKey: string
}>
/** Progress so far; `found` bookings had been written before. */
export type Progress = Readonly<{ bookings: number; found: number; events: number }>

/** The day on which this run began, read from its first account; undefined for a new run. */
const begunOn = async ({ store }: Pick<Target, 'store'>, run: Run): Promise<string | undefined> => {
  for await (const { metadata } of store.read(formatStream('hostAccount', deriveAccountId(run, 0)), {
    limit: 1,
  }))
    return computeToday(metadata['occurredAt'] ?? '')
  return undefined
}

/**
 * Writes all bookings of the run through the event store, tenant by tenant. An interrupted run continues
 * where it stopped: complete tenants are recognised, the streams of the others by the ids of their events.
 */
export const generateBookings = async (
  target: Target,
  wanted: Run,
  shape: Shape,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Progress> => {
  const run = { ...wanted, today: (await begunOn(target, wanted)) ?? wanted.today }
  await publishFirstPolicies(target.store, nowOf(run))
  const hashContent = createCommandHash(target.commandHashKey)
  const sums = arrivalSums(run, shape)
  let progress: Progress = { bookings: 0, found: 0, events: 0 }
  const add = (bookings: number, found: number, events: number) => {
    progress = {
      bookings: progress.bookings + bookings,
      found: progress.found + found,
      events: progress.events + events,
    }
    onProgress(progress)
  }
  const make = async (tenant: number, size: number): Promise<void> => {
    const plan = planTenant(run, tenant, size, shape, sums)
    const closing = findClosingStream(run, plan)
    if (await isWritten(target, closing)) return add(size, size, 0)
    await writeTenant(target, generateTenant(run, plan, hashContent), closing, ({ stream, events }) =>
      add(stream.startsWith('booking-') ? 1 : 0, 0, events.length),
    )
  }
  const [first = 0, ...sizes] = drawSizes(run)
  // It records the day on which the run began.
  await make(0, first)
  await runPartitioned(
    sizes.entries(),
    ([index]) => String(index),
    TENANT_CONCURRENCY,
    ([index, size]) => make(index + 1, size),
  )
  return progress
}
