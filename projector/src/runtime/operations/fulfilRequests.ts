import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { computeBucket } from '@hearth/platform/read-model/bucket'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Pool } from 'pg'
import { countSegments, startRebuild } from '../builds/ensureBuilds.ts'
import type { Build } from '../builds/builds.ts'
import { discardBuilds } from '../builds/discardBuilds.ts'
import { classifyFailure } from '../batch/classifyFailure.ts'
import { answerRequest, takeRequest, type Request } from './requests.ts'
import type { Runner } from '../feed/runner.ts'
import { SWITCH_TIMEOUT, switchBuild, SwitchError } from '../builds/switchBuild.ts'
import { describeDifference, verifyBuild } from '../builds/verifyBuild.ts'
import type { Waker } from '@hearth/platform/retry/waker'

const POLL_MS = 1_000

type Fulfilment = Readonly<{
  projections: readonly Projection[]
  resources: readonly Resource[]
  maintenancePool: Pool
  backgroundPool: Pool
  log: Log
  owner: string
  segments: number
  rebuildShare?: number
  keepMinutes: number
  cutOver?: 'automatic' | 'asked'
  runners: () => readonly Runner[]
  builds: () => readonly Build[]
  requested: Waker
  /** Checks the builds now rather than at the next beat. */
  beat: () => void
  signal: AbortSignal
}>

type Outcome = Readonly<{ status: 'done' | 'failed' | 'waiting'; answer: string }>

const unparkStream = async (
  { runners, maintenancePool }: Fulfilment,
  projection: string,
  stream: string,
): Promise<Outcome> => {
  const { rows } = await maintenancePool.query<{ build: number; tenant_id: string }>(
    `select build, tenant_id from read.parked_stream where projection = $1 and stream = $2`,
    [projection, stream],
  )
  if (rows.length === 0) return { status: 'failed', answer: `${stream} is not parked` }
  let events = 0
  let elsewhere = 0
  for (const { build, tenant_id } of rows) {
    const bucket = computeBucket(tenant_id)
    const runner = runners().find(
      ({ lease }) =>
        lease.projection === projection &&
        lease.build === build &&
        lease.range.first <= bucket &&
        bucket <= lease.range.last,
    )
    if (!runner) {
      elsewhere += 1
      continue
    }
    const replayed = await runner.unpark(stream)
    if (!replayed.ok) return { status: 'failed', answer: replayed.reason }
    events += replayed.events
  }
  return elsewhere > 0
    ? { status: 'waiting', answer: `${events} events, ${elsewhere} builds are held by others` }
    : { status: 'done', answer: `${events} events` }
}

const fulfil = async (context: Fulfilment, { verb, projection: name, stream }: Request): Promise<Outcome> => {
  const {
    maintenancePool,
    backgroundPool,
    projections,
    resources,
    segments,
    rebuildShare,
    keepMinutes,
    beat,
    signal,
  } = context
  const projection = projections.find((candidate) => candidate.name === name)
  if (!projection) return { status: 'failed', answer: `Unknown projection: ${name}` }
  switch (verb) {
    case 'rebuild': {
      const build = await startRebuild(
        maintenancePool,
        projection,
        countSegments(projection, resources, segments),
      )
      beat()
      return build
        ? { status: 'done', answer: `build ${build.build} has begun` }
        : { status: 'failed', answer: `${name} is already being built` }
    }
    case 'verify': {
      const difference = await verifyBuild(backgroundPool, projection, { share: rebuildShare, signal })
      return { status: 'done', answer: describeDifference(difference) }
    }
    case 'cutover':
    case 'rollback': {
      const switched = await switchBuild(maintenancePool, name, verb, keepMinutes, {
        ...SWITCH_TIMEOUT,
        signal,
      })
      beat()
      return {
        status: 'done',
        answer: `build ${switched.from} → ${switched.to} in ${switched.milliseconds.toFixed(0)} ms`,
      }
    }
    case 'discard': {
      const builds = await discardBuilds(maintenancePool, name)
      beat()
      return { status: 'done', answer: `build ${builds.join(', ')} has been dropped` }
    }
    case 'unpark':
      return unparkStream(context, name, stream ?? '')
  }
}

/**
 * Does what operators ask for, one request after the other, and lets builds for changed code take over, until
 * the signal aborts.
 */
export const fulfilRequests = async (context: Fulfilment): Promise<void> => {
  const { maintenancePool, projections, owner, log, requested, signal, keepMinutes, beat } = context

  const answer = async (request: Request): Promise<void> => {
    const outcome = await fulfil(context, request).catch((error: unknown): Outcome => ({
      status: 'failed',
      answer: error instanceof Error ? error.message : String(error),
    }))
    log.info(
      { verb: request.verb, projection: request.projection, stream: request.stream, ...outcome },
      'projection: a request was answered',
    )
    await answerRequest(maintenancePool, request, outcome.status, outcome.answer)
  }

  const takeOver = async ({ projection }: Build): Promise<void> => {
    try {
      // No waiting here: the builds are checked again in a moment.
      const { from, to, milliseconds } = await switchBuild(
        maintenancePool,
        projection,
        'cutover',
        keepMinutes,
        { milliseconds: 0 },
      )
      log.info({ projection, from, to, milliseconds }, 'projection: the build for the new code took over')
      beat()
    } catch (error) {
      if (!(error instanceof SwitchError)) throw error
      log.debug({ projection, reason: error.message }, 'projection: not yet')
    }
  }

  while (!signal.aborted) {
    try {
      // Before the first round there is no schema, and no reason to fill the database's log with errors.
      const request =
        context.builds().length === 0
          ? undefined
          : await takeRequest(
              maintenancePool,
              owner,
              projections.map(({ name }) => name),
            )
      if (request) {
        await answer(request)
        if (request.verb !== 'unpark') continue
      }
      if (context.cutOver !== 'asked')
        for (const build of context.builds())
          if (build.status === 'ready' && build.reason === 'version') await takeOver(build)
    } catch (error) {
      if (classifyFailure(error) !== 'missing')
        log.warn({ err: error }, 'projection: requests could not be read')
    }
    if (!signal.aborted) await requested.sleep(POLL_MS)
  }
}
