import { bookings } from '@hearth/contracts/booking'
import { createKysely } from '@hearth/platform/postgres/pool'
import { questionsAbout } from '../plans/questions.ts'
import { timePages } from '../rows/listPages.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@hearth/contracts/kernel/ids'
import { discardBuilds } from '@hearth/projector/runtime/builds/discardBuilds'
import { buildBeside } from '@hearth/projector/runtime/builds/rebuild'
import { openWorkplace, registeredDomain } from '@hearth/projector/testing/workplace'
import { startInstallation, type Installation } from '@hearth/standalone/testing/installation'
import { untilComplete, type Completed } from '../complete.ts'
import { openEngines } from '../generate/engines.ts'
import { signIn } from '../house.ts'
import { listFamily, readParent } from '../processes.ts'
import { percentile } from '../statistics.ts'
import { warnings } from '../warnings.ts'
import { withPool } from '../withPool.ts'
import { measureSizes } from './measureSizes.ts'

const IDLE_MS = 20_000
const COMPLETE_WITHIN_MS = 14_400_000
const REQUESTS = 200
const ORDER_ROUNDS = 25
/** Read models that have processed at most this share of the log at the first check count as new. */
const ALL_BUT = 0.2

/** Milliseconds of requests sent one after the other. */
const inSequence = async (
  count: number,
  send: (round: number) => Promise<Response>,
): Promise<readonly number[]> => {
  const milliseconds: number[] = []
  for (let round = 0; round < count; round += 1) {
    const begun = performance.now()
    const answer = await send(round)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status} ${text.slice(0, 200)}`)
    milliseconds.push(performance.now() - begun)
  }
  return milliseconds.slice(count / 10)
}

const answerTimes = async (installation: Installation, accountId: string) => {
  const owner = await signIn(installation, accountId)
  const staff = await signIn(installation, 'staff')
  const page = (field: string) =>
    new URL(
      `/api/bookings?${new URLSearchParams({ sort: JSON.stringify([field, 'DESC']), range: '[0,24]' })}`,
      installation.baseUrl,
    )
  const ids = await withPool(installation.databaseUrl, async (pool) =>
    (
      await pool.query<{ id: string }>(
        `select id from read.booking where tenant_id = $1 order by id limit ${REQUESTS}`,
        [accountId],
      )
    ).rows.map(({ id }) => id),
  )
  const note = (round: number) =>
    fetch(new URL(`/api/bookings/${ids[round % ids.length]}/add-note`, installation.baseUrl), {
      method: 'POST',
      headers: { ...owner, 'content-type': 'application/json', 'idempotency-key': newId() },
      body: JSON.stringify({ text: 'Asks for a cot.', visibility: 'host' }),
    })
  const p50 = async (send: (round: number) => Promise<Response>) =>
    percentile(await inSequence(REQUESTS, send), 50)
  return {
    pageOfHostP50Ms: await p50(() => fetch(page('confirmedAt'), { headers: owner })),
    pageOfStaffP50Ms: await p50(() => fetch(page('checkIn'), { headers: staff })),
    commandP50Ms: await p50(note),
  }
}

/** The first page of a host in each order, and beside it the bare statement; without any filter. */
export const ordersOfHost = async (installation: Installation, accountId: string) => {
  const questions = await withPool(installation.databaseUrl, (pool) =>
    questionsAbout(createKysely(pool), bookings),
  )
  const pages = questions
    .filter(({ who, filter }) => who === 'the largest host' && Object.keys(filter).length === 0)
    .map((question) => ({ question, offset: 0 }))
  const owner = await signIn(installation, accountId)
  const timed = await timePages(installation, owner, pages, ORDER_ROUNDS)
  return timed.map(({ http, bare }, index) => ({
    order: pages[index]?.question.sort.join(' '),
    httpP50Ms: percentile(http, 50),
    bareP50Ms: percentile(bare, 50),
  }))
}

const readMemory = (installation: Installation): number => {
  const supervisor = readParent(installation.processes().get('postgres') ?? Number.NaN)
  return listFamily(supervisor).reduce((sum, { pssBytes }) => sum + pssBytes, 0) / 1e6
}

/**
 * Events per second of the bookings projection alone, from the start of the log into a table of its own that
 * is dropped afterwards.
 */
const catchUpBookings = async (directory: string, events: number): Promise<number> => {
  const engines = await openEngines(directory)
  try {
    const domain = {
      ...registeredDomain,
      projections: registeredDomain.projections.filter(({ name }) => name === 'booking'),
    }
    const workplace = await openWorkplace({ ...engines, log: warnings, domain })
    try {
      const begun = performance.now()
      await buildBeside({ ...workplace.options, rebuildShare: 1 })
      const seconds = (performance.now() - begun) / 1_000
      await discardBuilds(workplace.maintenancePool, 'booking')
      return events / seconds
    } finally {
      await workplace.close()
    }
  } finally {
    await engines.close()
  }
}

/**
 * What an installation costs at its size: start, memory, answers, disk, and catching up. The rate of all read
 * models is reported only when they did not exist before.
 */
export const measureGrowth = async (directory: string, print: (text: string) => void) => {
  const first = await startInstallation(directory)
  let completed: Completed
  try {
    completed = await untilComplete(first, COMPLETE_WITHIN_MS, print)
  } finally {
    await first.stop()
  }
  const installation = await startInstallation(directory)
  let measured
  try {
    const size = await measureSizes(directory, installation)
    await untilComplete(installation, COMPLETE_WITHIN_MS, print)
    await delay(IDLE_MS)
    const memoryMb = readMemory(installation)
    const { largest, ...rest } = size
    measured = {
      ...rest,
      startSeconds: installation.startedInMs / 1_000,
      memoryMb,
      ...(await answerTimes(installation, largest)),
      ordersOfHost: await ordersOfHost(installation, largest),
    }
  } finally {
    await installation.stop()
  }
  const bookingsPerSecond = await catchUpBookings(directory, measured.events)
  const slowest = Math.max(...Object.values(completed.seconds))
  const whole =
    completed.from > ALL_BUT
      ? {}
      : {
          catchUpAllEventsPerSecond: (measured.events * (1 - completed.from)) / slowest,
          catchUpSeconds: completed.seconds,
        }
  return { ...measured, catchUpBookingsEventsPerSecond: bookingsPerSecond, ...whole }
}
