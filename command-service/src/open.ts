import type { Instant } from '@hearth/contracts/kernel/dates'
import { createAccessWriter } from '@hearth/platform/audit/accessWriter'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { SendMail } from '@hearth/platform/mail/sendMail'
import type { Log } from '@hearth/platform/telemetry/log'
import { openAccountWorkers } from './account/accountWorkers.ts'
import { createClosedCheck } from './account/closedAccounts.ts'
import { createAgreementNotifier } from './agreement/agreementNotices.ts'
import { openAuditChain } from './audit/auditChain.ts'
import { createAccessLog } from './audit/accessLog.ts'
import { openBooking } from './booking/openBooking.ts'
import type { ChargePort } from './booking/chargePort.ts'
import type { RefundPort } from './booking/refundPort.ts'
import type { CommandServiceConfig } from './config.ts'
import { openFileSweep } from './file/fileSweep.ts'
import { openRefusalCounts } from './runtime/refusalCounts.ts'
import { createUnsentFileSweep } from './file/unsentFiles.ts'
import type { FeedFetcher } from './ical-feed/fetchFeed.ts'
import { openFeeds } from './ical-feed/openFeeds.ts'
import { openImpersonation } from './impersonation/openImpersonation.ts'
import { createNoticeMails } from './notice/noticeMails.ts'
import { openDisruptionWorkers } from './disruption/disruptionWorkers.ts'
import { openIncidentWorkers } from './incident/incidentWorkers.ts'
import { openLedger } from './ledger/openLedger.ts'
import { endPauses } from './listing/endPauses.ts'
import { createLoginRecorder } from './login/tools.ts'
import { openMessagePlanWorkers } from './message-plan/planWorker.ts'
import { openOnboardingWorkers } from './onboarding/onboardingWorkers.ts'
import { openPayoutAccountWorkers } from './payout-account/payoutAccountWorkers.ts'
import { openDepositPairs } from './payout-account/depositPairs.ts'
import { createBankNumberList } from './payout-account/listBankNumbers.ts'
import { createPayeeReader } from './payout-account/readPayee.ts'
import { createFileErasing } from './payout/eraseFiles.ts'
import { openReports } from './report/openReports.ts'
import { openPayouts } from './payout/openPayouts.ts'
import type { PayoutProvider } from './payout/provider.ts'
import { createPhotoshootNotifier } from './photoshoot/photoshootNotices.ts'
import { publishFirstPolicies } from './policy/publishFirstPolicies.ts'
import { bindPorts } from './ports.ts'
import { openReimbursementWorkers } from './reimbursement/reimbursementWorkers.ts'
import { createRegistry } from './registry.ts'
import { hasLiveListing } from './referral/readReferrals.ts'
import { openReferralWorkers } from './referral/referralWorkers.ts'
import { openRequestWorkers } from './request/requestWorkers.ts'
import { openResources, type ResourcesConfig } from './resources.ts'
import { createCommandHandler } from './runtime/commandHandler.ts'
import { createPipeline } from './runtime/pipeline.ts'
import type { TaxAuthorities } from './tax-profile/authorities.ts'
import { createTaxNumberList } from './tax-profile/listTaxNumbers.ts'
import { openTaxProfileWorkers } from './tax-profile/taxProfileWorkers.ts'
import { openGuestMail } from './thread/email/openGuestMail.ts'
import { createSentFileCheck } from './thread/sentFiles.ts'
import type { MessageChannel } from './thread/sending/channel.ts'
import { openDelivery } from './thread/sending/openDelivery.ts'
import { createMessageReader } from './thread/sending/readMessage.ts'
import { createNumberForgetter, openNumberSweep } from './vault/numberSweep.ts'
import { findDueWork } from './workers/dueWork.ts'
import { openOutbox } from './workers/outbox.ts'
import { createRelay, type Worker } from './workers/relay.ts'
import { createSweeper } from './workers/sweeper.ts'

type Config = ResourcesConfig &
  Pick<CommandServiceConfig, 'PUBLIC_URL' | 'COMMAND_HASH_KEY' | 'QUOTE_SECRET' | 'SWEEP_INTERVAL_MS'> &
  Partial<
    Pick<
      CommandServiceConfig,
      | 'REDIS_URL'
      | 'SEPA_DIRECTORY'
      | 'SMS_MAIL_DOMAIN'
      | 'GUEST_MAIL_DOMAIN'
      | 'FEED_TEST_ORIGIN'
      | 'TAX_OPERATOR'
    >
  >

export type OpenOptions = Readonly<{
  config: Config
  refundPort: RefundPort
  chargePort: ChargePort
  /** Pays hosts; without a provider, payouts wait. */
  payoutProvider?: PayoutProvider | undefined
  /** Know whose tax numbers are. */
  taxAuthorities: TaxAuthorities
  /** Carries messages to guests; without a channel, they wait. */
  messageChannel?: MessageChannel | undefined
  /** Sends email to the guests of direct bookings; without it, or without GUEST_MAIL_DOMAIN, it waits. */
  sendMail?: SendMail['sendMail'] | undefined
  /** Replaces fetching calendars from the public internet. */
  feedFetcher?: FeedFetcher | undefined
  log: Log
  now?: () => Instant
  /** Wraps the event store, to measure it or to let tests make it fail. */
  aroundStore?: (store: EventStore) => EventStore
}>

/** The resources, and the pipeline of commands on them. */
const openCore = async ({
  config,
  chargePort: charge,
  aroundStore = (store) => store,
  now = () => new Date().toISOString(),
  log,
}: OpenOptions) => {
  const resources = await openResources({ config, aroundStore, log })
  await publishFirstPolicies(resources.store, now())
  const ports = bindPorts({ ...resources, config, charge, now, log })
  const registry = createRegistry(ports)
  const handler = createCommandHandler({
    ...resources,
    registry,
    isClosed: createClosedCheck(resources.streams),
    clock: { now },
    log,
    hashKey: config.COMMAND_HASH_KEY.reveal(),
  })
  const handle = createPipeline({ handler, registry })
  const tickets = {
    pool: resources.pool,
    box: resources.box,
    publicUrl: config.PUBLIC_URL,
    ...createLoginRecorder(handler),
  }
  return { ...resources, publicUrl: config.PUBLIC_URL, ports, handler, handle, tickets, now, log }
}
type Core = Awaited<ReturnType<typeof openCore>>

/** What features do besides deciding: jobs that follow events, by name, and background work. */
const openFeatures = (
  core: Core,
  { config, refundPort, payoutProvider, taxAuthorities, messageChannel, sendMail, feedFetcher }: OpenOptions,
) => {
  const { pool, workPool, handler, ports } = core
  const background = { ...core, pool: workPool }
  const payments = { provider: payoutProvider, readPayee: createPayeeReader(core.vault) }
  const { SEPA_DIRECTORY: directory } = config
  const bankFiles = directory === undefined ? undefined : createFileErasing({ directory, pool, handler })

  const forgetters = {
    bank_account: createNumberForgetter(core.vault, 'bank_account', createBankNumberList(handler)),
    tax_number: createNumberForgetter(core.vault, 'tax_number', createTaxNumberList(handler)),
  }
  const booking = openBooking({ ...core, refundPort })
  const jobs = {
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    intervalMs: config.SWEEP_INTERVAL_MS,
  }
  const payouts = openPayouts({ ...background, ...payments, ...jobs, sepaDirectory: directory })
  const { GUEST_MAIL_DOMAIN: domain } = config
  const guestMail =
    sendMail && domain
      ? openGuestMail({
          ...core,
          findStays: ports.thread.findStays,
          sendMail,
          domain,
          key: config.COMMAND_HASH_KEY.reveal(),
        })
      : undefined
  const delivery = openDelivery({
    ...background,
    ...jobs,
    channels: {
      ...(messageChannel && { gateway: messageChannel }),
      ...(guestMail && { email: guestMail.channel }),
    },
    readMessage: createMessageReader(core),
  })
  const reports = openReports({ ...background, ...jobs })
  const ledger = openLedger({ ...core, readBank: payouts.movements.readOn })
  const feeds = openFeeds({ ...background, testOrigin: config.FEED_TEST_ORIGIN, fetcher: feedFetcher })
  const impersonation = openImpersonation({ ...core, key: config.COMMAND_HASH_KEY.reveal() })
  const workers: Readonly<Record<string, Worker>> = {
    'tell-photoshoot': createPhotoshootNotifier(core),
    'tell-agreement': createAgreementNotifier(core),
    ...booking.workers,
    ...payouts.workers,
    ...delivery.workers,
    ...reports.workers,
    ...ledger.workers,
    ...feeds.workers,
    ...impersonation.workers,
    ...openRequestWorkers({ ...core, charge: ports.request.charge }),
    ...openIncidentWorkers(core),
    ...openDisruptionWorkers(background),
    ...createNoticeMails(core),
    ...openReimbursementWorkers({ ...core, charge: ports.request.charge }),
    ...openReferralWorkers({
      ...core,
      hashBankAccounts: ports.referral.hashBankAccounts,
      listTaxNumbers: ports.referral.listTaxNumbers,
      hasLiveListing: (hostAccountId) => hasLiveListing(pool, hostAccountId),
    }),
    ...openMessagePlanWorkers(background),
    ...openOnboardingWorkers({ ...core, ...ports.onboarding, smsMailDomain: config.SMS_MAIL_DOMAIN }),
    ...openPayoutAccountWorkers({
      ...core,
      ...payments,
      computeDeposits: ports.payoutAccount.computeDeposits,
      pairs: openDepositPairs({ pool, key: config.COMMAND_HASH_KEY.reveal() }),
      forgetBankNumbers: forgetters.bank_account,
      forgetFiles: bankFiles?.eraseByIds,
    }),
    ...openTaxProfileWorkers({
      ...core,
      authorities: taxAuthorities,
      forgetTaxNumbers: forgetters.tax_number,
    }),
    ...openAccountWorkers({ ...core, forgetPayments: bankFiles?.eraseOfAccount }),
  }
  return {
    booking,
    payouts,
    guestMail,
    delivery,
    reports,
    bookkeeper: ledger.bookkeeper,
    feeds,
    impersonation,
    numberSweep: openNumberSweep(core.vault, forgetters, core.log),
    workers,
  }
}

export type CommandService = Awaited<ReturnType<typeof openCommandService>>

/**
 * The write side without its HTTP server: policies are published, commands can be handled, background work is
 * ready to start.
 */
export const openCommandService = async (options: OpenOptions) => {
  const core = await openCore(options)
  const { workPool, handle, now, log } = core
  const { booking, guestMail, impersonation, workers, ...features } = openFeatures(core, options)
  const outbox = openOutbox(workPool)
  const background = {
    relay: createRelay({ outbox, handle, workers, now, log }),
    sweeper: createSweeper({
      due: findDueWork(workPool),
      clock: booking.clock,
      endPauses: (at) => endPauses({ pool: workPool, handle }, at),
      now,
      intervalMs: options.config.SWEEP_INTERVAL_MS,
      log,
    }),
    ...features,
    abandoned: impersonation.abandoned,
    accessLog: createAccessLog({ pool: workPool, handle, log }),
    refusals: openRefusalCounts({ pool: workPool, now, log }),
    auditChain: openAuditChain({ pool: workPool, store: core.store, log }),
    fileSweep: openFileSweep({
      uploads: core.uploads,
      sweepUnsent: createUnsentFileSweep({
        ...core,
        pool: workPool,
        isSent: createSentFileCheck(core.handler),
      }),
      log,
    }),
  }
  return {
    ...core,
    ...background,
    outbox,
    guestMail,
    impersonationSessions: impersonation.sessions,
    hostCodes: impersonation.codes,
    /** Records what staff read of accounts, before they see it. */
    recordAccess: createAccessWriter({ pool: core.pool, log }),
    /** Starts everything that runs until it is stopped. */
    start: (): void => Object.values(background).forEach((part) => part.start()),
    /** Stops it, waits for running work, then closes the store and the database. */
    close: async (): Promise<void> => {
      await Promise.all(Object.values(background).map((part) => part.stop()))
      await core.close()
    },
  }
}
