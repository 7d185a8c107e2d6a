import type { JSONType } from '@eventstore/db-client'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import type { Recorded } from '@hearth/platform/event-store/port'
import type { Installation } from '@hearth/standalone/testing/installation'
import type { AppendsInput, AppendsRound } from '../generators/appends.ts'
import { openGenerator, type Round } from '../generators/generator.ts'
import type { RequestsInput, RequestsRound } from '../generators/requests.ts'
import { createStays, furnish, NOTE, withQuiet } from '../house.ts'
import type { Row } from '../measurement.ts'
import { alternate } from '../rounds.ts'
import { median, percentile } from '../statistics.ts'
import { withInstallation } from '../temporary.ts'
import { warnings } from '../warnings.ts'

const PARALLEL = 32
const LISTINGS = 40
const STAYS = 25
// So many that none of them collects more notes than a booking has in practice.
const STREAMS = LISTINGS * STAYS
const GOAL = 0.25

/** The event that the command writes, as it is stored in the log. */
const readLastEvent = async ({ eventStoreUrl }: Installation, stream: string): Promise<Recorded> => {
  const store = connectEventStore({ url: eventStoreUrl, name: 'bench', log: warnings })
  try {
    let last: Recorded | undefined
    for await (const event of store.read(stream)) last = event
    if (last === undefined) throw new Error(`${stream} is empty`)
    return last
  } finally {
    await store.close()
  }
}

const perSecond = (rounds: readonly Round[]) => rounds.map(({ count, seconds }) => count / seconds)
const describe = (rounds: readonly Round[]) =>
  rounds.map(({ count, refused, seconds, milliseconds }) => ({
    count,
    refused,
    seconds,
    perSecond: count / seconds,
    p50Ms: percentile(milliseconds, 50),
    p99Ms: percentile(milliseconds, 99),
  }))

const measure = async (installation: Installation, options: Parameters<Row>[0]) => {
  const house = await furnish(installation, { listings: LISTINGS, stays: STAYS })
  const importer = {
    authorization: `Bearer ${installation.token('importer')}`,
    'x-host-account': house.accountId,
  }
  const notes = house.bookings.map(({ id }) => ({ path: `/api/bookings/${id}/add-note`, body: NOTE }))
  const nextStays = createStays(house)
  const requests = openGenerator<RequestsInput, RequestsRound>('requests.ts', {
    baseUrl: installation.baseUrl,
    clients: PARALLEL,
  })
  await requests.round({ seconds: 0.01, headers: house.owner, commands: notes.slice(0, PARALLEL) })
  const { type, data, metadata } = await readLastEvent(installation, `booking-${house.bookings[0]?.id}`)
  const appends = openGenerator<AppendsInput, AppendsRound>('appends.ts', {
    url: installation.eventStoreUrl,
    writers: PARALLEL,
    streams: STREAMS,
    event: { type, data: data as Record<string, JSONType>, metadata },
  })
  const { seconds } = options
  try {
    return await withQuiet(installation, (quiet) =>
      alternate(
        options.rounds,
        {
          client: () => appends.round({ by: 'client', seconds }),
          commands: () => requests.round({ seconds, headers: house.owner, commands: notes }),
          adapter: () => appends.round({ by: 'adapter', seconds }),
          // More than can be received in the time, so that none is sent twice.
          stays: () =>
            requests.round({ seconds, headers: importer, commands: nextStays(Math.ceil(2_000 * seconds)) }),
        },
        quiet,
      ),
    )
  } finally {
    requests.close()
    appends.close()
  }
}

/**
 * Commands by HTTP against bare appends of the same event that they write, with all processes of the
 * installation running both times. Bare is the client's own `appendToStream`; the append of our adapter,
 * which the commands use, is an additional figure.
 */
export const commands: Row = (options) =>
  withInstallation(async (installation) => {
    const rounds = await measure(installation, options)
    const [notes, stays, client, adapter] = [
      rounds.commands,
      rounds.stays,
      rounds.client,
      rounds.adapter,
    ].map((side) => median(perSecond(side))) as [number, number, number, number]
    return {
      figures: [
        {
          figure: '1 commands/s, 32 clients ÷ appendToStream, 32 writers',
          unit: '/s',
          measured: notes,
          bare: client,
          ratio: notes / client,
          goal: `≥ ${GOAL}`,
          met: notes / client >= GOAL,
        },
        {
          figure: '  the same ÷ append of our adapter, 32 writers',
          unit: '/s',
          measured: notes,
          bare: adapter,
          ratio: notes / adapter,
        },
        {
          figure: '  bookings received/s, three appends each',
          unit: '/s',
          measured: stays,
          bare: client,
          ratio: stays / client,
        },
      ],
      details: {
        commands: describe(rounds.commands),
        client: describe(rounds.client),
        adapter: describe(rounds.adapter),
        stays: describe(rounds.stays),
      },
    }
  })
