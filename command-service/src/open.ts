import { eventDefinitions } from '@hearth/contracts'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Job } from '@hearth/contracts/kernel/process'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import { openMailQueue } from '@hearth/platform/mail/mailQueue'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { makePool } from '@hearth/platform/postgres/pool'
import { openQuote } from './booking/openQuote.ts'
import { makeEventReader } from '@hearth/platform/read-model/eventReader'
import { makeBox } from '@hearth/platform/sealing/box'
import { followErasures } from '@hearth/platform/sealing/followErasures'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { openStorage } from '@hearth/platform/storage/openStorage'
import { openUploads } from './file/uploads.ts'
import { openVault } from './vault/vault.ts'
import { createAccountFlow } from './account/account.stages.ts'
import { createMemberships } from './account/memberships.ts'
import { openAccountWorkers } from './account/accountWorkers.ts'
import { countStandingBookings } from './account/standingBookings.ts'
import { agreementFiles } from './agreement/agreementFiles.ts'
import { tellAgreement } from './agreement/agreementNotices.ts'
import { openAuditChain } from './audit/auditChain.ts'
import { makeLookRecorder } from './audit/recordLooks.ts'
import { createBookingClock } from './booking/bookingClock.ts'
import { createBookingFlow } from './booking/booking.stages.ts'
import { createNights } from './booking/nights.ts'
import type { RefundPort } from './booking/refundPort.ts'
import { createRefunds } from './booking/refunds.ts'
import type { CommandServiceConfig } from './config.ts'
import { openFileSweep } from './file/fileSweep.ts'
import { createFileFinder } from './file/usableFile.ts'
import type { FeedFetcher } from './ical-feed/fetchFeed.ts'
import { feedsOf } from './ical-feed/feedsOf.ts'
import { openFeeds } from './ical-feed/openFeeds.ts'
import { closingPlaces } from './impersonation/ending.ts'
import { openImpersonation } from './impersonation/openImpersonation.ts'
import { openPlaces } from './impersonation/places.ts'
import { findById } from './login/people.ts'
import { makeTeller } from './login/tools.ts'
import { createContactCodes } from './onboarding/contactCodes.ts'
import { openOnboardingWorkers } from './onboarding/onboardingWorkers.ts'
import { createPayoutAccountFlow } from './payout-account/payoutAccount.stages.ts'
import { createDepositAmounts } from './payout-account/microDeposits.ts'
import { openBookkeeper } from './ledger/bookkeeper.ts'
import { tellMoneyReduced } from './ledger/moneyReduced.ts'
import { tellDebt } from './ledger/tellDebt.ts'
import { openPayoutAccountWorkers } from './payout-account/payoutAccountWorkers.ts'
import { payoutAccountFold } from './payout-account/payoutAccount.state.ts'
import { makePayeeReader } from './payout-account/readPayee.ts'
import { createPhotoshootFlow } from './photoshoot/photoshoot.stages.ts'
import { tellPhotoshoot } from './photoshoot/photoshootNotices.ts'
import { openPayouts } from './payout/openPayouts.ts'
import { tellPayout } from './payout/payoutNotices.ts'
import { endPauses } from './listing/endPauses.ts'
import { addressesOf } from './listing/listingAddresses.ts'
import { eraseFiles, eraseFilesOf } from './payout/eraseFiles.ts'
import { isProvenMethod } from './payout/provenMethod.ts'
import type { PayoutProvider } from './payout/provider.ts'
import { readPolicies } from './policy/policyReader.ts'
import { publishFirstPolicies } from './policy/publishFirstPolicies.ts'
import { registry } from './registry.ts'
import { createCommandHandler } from './runtime/commandHandler.ts'
import { singleFlight } from './runtime/singleFlight.ts'
import { findDueWork } from './workers/dueWork.ts'
import { openOutbox } from './workers/outbox.ts'
import { makeRelay } from './workers/relay.ts'
import { makeSweeper } from './workers/sweeper.ts'

const NAME = 'command-service'
const POOL_SIZE = 10
/** What nobody waits for has its own: a long look at what is due takes no connection from a request. */
const WORK_POOL_SIZE = 4
/** Comparisons over all accounts; their statements may take longer than a request's. */
const BOOKS_POOL_SIZE = 2
/** The books are compared so often (docs/domain/ledger.md#invariants). */
const BOOKS_MS = 60_000

export type OpenOptions = Readonly<{
  config: Pick<
    CommandServiceConfig,
    | 'PUBLIC_URL'
    | 'DATABASE_URL'
    | 'EVENTSTORE_URL'
    | 'SEALING_KEY'
    | 'COMMAND_HASH_KEY'
    | 'QUOTE_SECRET'
    | 'SWEEP_INTERVAL_MS'
  > &
    Partial<
      Pick<
        CommandServiceConfig,
        | 'REDIS_URL'
        | 'SEPA_DIRECTORY'
        | 'SMS_MAIL_DOMAIN'
        | 'FEED_TEST_ORIGIN'
        | 'STORAGE_URL'
        | 'STORAGE_REGION'
        | 'STORAGE_ACCESS_KEY'
        | 'STORAGE_SECRET_KEY'
      >
    >
  refundPort: RefundPort
  /** Who pays hosts; without one payouts wait. */
  payoutProvider?: PayoutProvider | undefined
  /** In place of what fetches calendars from the public internet. */
  feedFetcher?: FeedFetcher | undefined
  log: Log
  now?: () => Instant
  /** Stands between the service and its store: measures, or lets tests fail what lies in between. */
  aroundStore?: (store: EventStore) => EventStore
}>

export type CommandService = Awaited<ReturnType<typeof openCommandService>>

/**
 * The write side without its HTTP: schema `app` up to date, policies published, commands handled, sweeper and
 * relay ready to be started.
 */
export const openCommandService = async ({
  config,
  refundPort,
  payoutProvider,
  feedFetcher,
  log,
  now = () => new Date().toISOString(),
  aroundStore = (store) => store,
}: OpenOptions) => {
  const longPool = makePool({
    connectionString: config.DATABASE_URL,
    max: 1,
    name: `${NAME}-migrations`,
    log,
    limits: 'long',
  })
  await migrate(longPool, appSchema, appMigrations).finally(() => longPool.end())
  const pool = makePool({
    connectionString: config.DATABASE_URL,
    max: POOL_SIZE,
    name: NAME,
    log,
    limits: 'request',
  })
  const workPool = makePool({
    connectionString: config.DATABASE_URL,
    max: WORK_POOL_SIZE,
    name: `${NAME}-work`,
    log,
    limits: 'request',
  })
  const booksPool = makePool({
    connectionString: config.DATABASE_URL,
    max: BOOKS_POOL_SIZE,
    name: `${NAME}-books`,
    log,
    limits: 'look',
  })
  const store = aroundStore(connectEventStore({ url: config.EVENTSTORE_URL, name: NAME, log }))
  await publishFirstPolicies(store, now())

  const sealer = createSealer({
    pool,
    masterKey: config.SEALING_KEY.reveal(),
    personal: (type) => eventDefinitions.get(type)?.personal ?? {},
  })
  const erasures = followErasures({ connectionString: config.DATABASE_URL, sealer, log })
  const storage = openStorage(config)
  const uploads = openUploads({ pool, storage })
  const contactCodeOf = createContactCodes(config.COMMAND_HASH_KEY.reveal())
  const depositsOf = createDepositAmounts(config.COMMAND_HASH_KEY.reveal())
  const handler = createCommandHandler({
    store,
    sealer,
    registry,
    policiesAt: (streams) => readPolicies(streams, () => performance.now()),
    openQuote: (token) => openQuote(config.QUOTE_SECRET.reveal(), token, now()),
    standingBookings: (hostAccountId, guestRef) => countStandingBookings(pool, hostAccountId, guestRef),
    membersOf: async (hostAccountId) => {
      const { rows } = await pool.query<{ userId: string; isStaff: boolean }>(
        'select m.user_id as "userId", u.staff_role is not null as "isStaff" from app.membership m join app.app_user u on u.id = m.user_id where m.host_account_id = $1',
        [hostAccountId],
      )
      return rows
    },
    depositsOf,
    contactCodeOf,
    addressesOf: (...of) => addressesOf(pool, ...of),
    feedsOf: (hostAccountId, listingId) => feedsOf(pool, hostAccountId, listingId),
    isProvenMethod: (hostAccountId, methodId) => isProvenMethod(pool, hostAccountId, methodId),
    emailOf: async (userId) => (await findById(pool, userId))?.email ?? null,
    documents: agreementFiles(storage),
    fileOf: createFileFinder(pool),
    clock: { now },
    log,
    hashKey: config.COMMAND_HASH_KEY.reveal(),
  })
  const nights = createNights({ handler, log })
  const refunds = createRefunds({ handler, port: refundPort })
  const flow = createBookingFlow({ handler, nights, log })
  const places = openPlaces({ pool, publicUrl: config.PUBLIC_URL })
  const box = makeBox(config.SEALING_KEY.reveal())
  const vault = openVault({ pool, box })
  const memberships = createMemberships({ pool, handler })
  const handle = closingPlaces(
    singleFlight(
      createAccountFlow({
        handle: createPayoutAccountFlow({
          handle: createPhotoshootFlow({ handle: flow.handle, handler, now }),
          handler,
          vault,
        }),
        memberships,
        log,
      }),
    ),
    places,
  )
  const mail = openMailQueue({ pool, box })
  const tickets = { pool, box, publicUrl: config.PUBLIC_URL, ...makeTeller(handler) }
  const inHostsPlace = openImpersonation({
    pool,
    store,
    sealer,
    handle,
    places,
    mail,
    publicUrl: config.PUBLIC_URL,
    key: config.COMMAND_HASH_KEY.reveal(),
    log,
  })
  const auditChain = openAuditChain({ pool: workPool, store, log })
  const looks = makeLookRecorder({ pool: workPool, handle, log })
  const bookingClock = createBookingClock({ handler, flow, nights, refunds, log })
  const outbox = openOutbox(workPool)
  const readPayee = makePayeeReader(vault)
  const payouts = openPayouts({
    pool: workPool,
    booksPool,
    handler,
    provider: payoutProvider,
    readPayee,
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    sepaDirectory: config.SEPA_DIRECTORY,
    intervalMs: config.SWEEP_INTERVAL_MS,
    now,
    log,
  })
  const bookkeeper = openBookkeeper({
    pool: booksPool,
    handler,
    handle,
    readBank: payouts.movements.readOn,
    now,
    everyMs: BOOKS_MS,
    log,
  })
  const feeds = openFeeds({
    pool: workPool,
    handler,
    handle,
    mail,
    publicUrl: config.PUBLIC_URL,
    testOrigin: config.FEED_TEST_ORIGIN,
    fetcher: feedFetcher,
    now,
    log,
  })
  const files = config.SEPA_DIRECTORY
  const forgetPayments =
    files === undefined
      ? undefined
      : async (hostAccountId: string): Promise<void> => {
          const { state } = await handler.view(payoutAccountFold, hostAccountId, 0)
          await eraseFilesOf(pool, files, hostAccountId, Object.keys(state.methods))
        }
  const workers = {
    'pay-refund': ({ bookingId }: Job['data'], trace: Readonly<{ correlationId: string }>) =>
      refunds.pay(bookingId ?? '', { maxAge: 0, ...trace }),
    'tell-photoshoot': tellPhotoshoot({ pool, handler, mail, publicUrl: config.PUBLIC_URL }),
    'tell-agreement': tellAgreement({ pool, handler, mail, publicUrl: config.PUBLIC_URL }),
    'tell-money-reduced': tellMoneyReduced({ pool, handler, handle, mail, publicUrl: config.PUBLIC_URL }),
    ...openOnboardingWorkers({
      pool,
      handler,
      mail,
      publicUrl: config.PUBLIC_URL,
      contactCodeOf,
      smsMailDomain: config.SMS_MAIL_DOMAIN,
      now,
    }),
    ...feeds.workers,
    'tell-debt': tellDebt({ pool, handler, mail, publicUrl: config.PUBLIC_URL }),
    'tell-payout': tellPayout({ pool, handler, mail, publicUrl: config.PUBLIC_URL }),
    ...payouts.workers,
    ...bookkeeper.workers,
    ...openPayoutAccountWorkers({
      pool,
      handler,
      handle,
      tickets,
      mail,
      provider: payoutProvider,
      readPayee,
      depositsOf,
      vault,
      forgetFiles: files === undefined ? undefined : (ids) => eraseFiles(files, ids),
    }),
    ...inHostsPlace.workers,
    ...openAccountWorkers({
      pool,
      handler,
      handle,
      sealer,
      readEvents: makeEventReader({ sealer, definitions: eventDefinitions }),
      memberships,
      tickets,
      mail,
      uploads,
      box,
      now,
      forgetPayments,
    }),
  }
  const relay = makeRelay({ outbox, handle, workers, now, log })
  const fileSweep = openFileSweep({ uploads, log })
  const sweeper = makeSweeper({
    due: findDueWork(workPool),
    clock: bookingClock,
    endPauses: (at) => endPauses({ pool: workPool, handle }, at),
    now,
    intervalMs: config.SWEEP_INTERVAL_MS,
    log,
  })

  return {
    /** Every command comes in here. */
    handle,
    handler,
    pools: { [NAME]: pool, [`${NAME}-work`]: workPool, [`${NAME}-books`]: booksPool },
    pool,
    store,
    sweeper,
    outbox,
    relay,
    payouts,
    bookkeeper,
    feeds,
    uploads,
    fileSweep,
    mail,
    /** What issuing a link takes. */
    tickets,
    places,
    hostCodes: inHostsPlace.codes,
    abandoned: inHostsPlace.abandoned,
    looks,
    auditChain,
    /** Stops clock and relay, waits for what is under way, then lets go of the store and the database. */
    close: async (): Promise<void> => {
      await Promise.all([
        relay.stop(),
        sweeper.stop(),
        payouts.stop(),
        bookkeeper.stop(),
        feeds.stop(),
        inHostsPlace.abandoned.stop(),
        looks.stop(),
        auditChain.stop(),
        fileSweep.stop(),
        erasures.close(),
      ])
      await store.close()
      await Promise.all([pool.end(), workPool.end(), booksPool.end()])
    },
  }
}
