import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Log } from '@hearth/platform/telemetry/log'
import { createMemberships } from './account/memberships.ts'
import { countStandingBookings } from './account/standingBookings.ts'
import { createAgreementFiles } from './agreement/agreementFiles.ts'
import type { ChargePort } from './booking/chargePort.ts'
import { openQuote } from './booking/openQuote.ts'
import type { CommandServiceConfig } from './config.ts'
import { createFileFinder } from './file/usableFile.ts'
import { countFeeds } from './ical-feed/countFeeds.ts'
import { createEvidenceFinder } from './incident/findEvidence.ts'
import { listMembers } from './impersonation/accountMembers.ts'
import { createImpersonationSessions } from './impersonation/sessions.ts'
import { readOtherAddresses } from './listing/listingAddresses.ts'
import { findById, findMemberName } from './login/people.ts'
import { createContactCodes } from './onboarding/contactCodes.ts'
import { openContactLimits } from './onboarding/contactLimits.ts'
import { openDepositPairs } from './payout-account/depositPairs.ts'
import { createDepositAmounts } from './payout-account/microDeposits.ts'
import { isProvenMethod } from './payout/provenMethod.ts'
import { createPolicyReader } from './policy/policyReader.ts'
import { createBankHashes, createReferralHash } from './referral/bankHashes.ts'
import { openGuessLimits } from './referral/guessLimits.ts'
import type { Ports } from './registry.ts'
import { createReimbursementFileFinder } from './reimbursement/findReimbursementFile.ts'
import { openPreview } from './request/openPreview.ts'
import { hasHandled } from './review/handledAccounts.ts'
import { createReviewSealer } from './review/reviewSealer.ts'
import type { Resources } from './resources.ts'
import { createStreamReader } from './runtime/readStream.ts'
import { createLedgerReader } from './statement/readLedger.ts'
import { listAccountsWithDocument } from './tax-filing/listAccounts.ts'
import { createNumberReader } from './tax-profile/numbersInVault.ts'
import { createTaxFiles } from './tax-profile/taxFiles.ts'
import { createTaxNumberHash, listFingerprints } from './tax-profile/fingerprints.ts'
import { taxProfileFold } from './tax-profile/taxProfile.state.ts'
import { createAttachmentFinder } from './thread/findAttachment.ts'
import { hasBooking } from './thread/guestBookings.ts'
import { findStays } from './thread/guestStays.ts'

export type PortsOptions = Pick<
  Resources,
  'pool' | 'store' | 'readEvents' | 'streams' | 'storage' | 'uploads' | 'vault'
> &
  Readonly<{
    config: Pick<CommandServiceConfig, 'PUBLIC_URL' | 'COMMAND_HASH_KEY' | 'QUOTE_SECRET'> &
      Partial<Pick<CommandServiceConfig, 'TAX_OPERATOR'>>
    charge: ChargePort
    now: () => Instant
    log: Log
  }>

/** Binds the ports of features to the database, the storage and the secrets. */
export const bindPorts = ({
  pool,
  store,
  readEvents,
  streams,
  storage,
  uploads,
  vault,
  config,
  charge,
  now,
  log,
}: PortsOptions): Ports => {
  const hashKey = config.COMMAND_HASH_KEY.reveal()
  const readPolicy = createPolicyReader(streams)
  const findFile = createFileFinder(pool)
  const readStream = createStreamReader({ store, readEvents })
  const readLedger = createLedgerReader(readStream)
  const hashTaxNumber = createTaxNumberHash(hashKey)
  const referralHash = createReferralHash(hashKey)
  return {
    account: {
      countStandingBookings: (hostAccountId, guestRef) =>
        countStandingBookings(pool, hostAccountId, guestRef),
      openMemberships: (handler) => createMemberships({ pool, handler }),
      log,
    },
    agreement: {
      readPolicy,
      findFile,
      findEmail: async (userId) => (await findById(pool, userId))?.email ?? null,
      files: createAgreementFiles(storage),
    },
    booking: {
      readPolicy,
      findFile,
      openQuote: (token) => openQuote(config.QUOTE_SECRET.reveal(), token, now()),
      log,
    },
    icalFeed: { countFeeds: (hostAccountId, listingId) => countFeeds(pool, hostAccountId, listingId) },
    impersonation: {
      listMembers: (hostAccountId) => listMembers(pool, hostAccountId),
      closeSession: createImpersonationSessions({ pool, publicUrl: config.PUBLIC_URL }).close,
    },
    incident: { readPolicy, findEvidence: createEvidenceFinder(pool), log },
    listing: {
      readPolicy,
      findFile,
      readOtherAddresses: (hostAccountId, listingId) => readOtherAddresses(pool, hostAccountId, listingId),
    },
    messagePlan: { log },
    onboarding: {
      computeContactCode: createContactCodes(hashKey),
      contactLimits: openContactLimits({ pool, key: hashKey }),
    },
    payoutAccount: {
      computeDeposits: createDepositAmounts(hashKey),
      readDepositPair: openDepositPairs({ pool, key: hashKey }).read,
      vault,
    },
    payout: { isProvenMethod: (hostAccountId, methodId) => isProvenMethod(pool, hostAccountId, methodId) },
    photoshoot: { findFile, now },
    reimbursement: { readPolicy, findReimbursementFile: createReimbursementFileFinder(pool) },
    referral: {
      readPolicy,
      hashEmail: (email) => referralHash('email', email),
      hashBankAccounts: createBankHashes({ streams, vault, hash: referralHash }),
      listTaxNumbers: async (hostAccountId) =>
        listFingerprints((await streams.view(taxProfileFold, hostAccountId, 0)).state),
      guesses: openGuessLimits(pool),
    },
    request: {
      readPolicy,
      findFile,
      openPreview: (token) => openPreview(config.QUOTE_SECRET.reveal(), token, now()),
      findMemberName: (userId) => findMemberName(pool, userId),
      charge,
      now,
      log,
    },
    review: {
      readPolicy,
      findFile,
      sealer: createReviewSealer(vault),
      hasHandled: (hostAccountId, staffId) => hasHandled(pool, hostAccountId, staffId),
    },
    statement: { readLedger, storage },
    taxFiling: {
      readStream,
      readNumbers: createNumberReader(vault),
      listAccounts: (form, year) => listAccountsWithDocument(pool, form, year),
      operator: config.TAX_OPERATOR,
      hashFile: (content) => hashTaxNumber(`file/${content}`),
    },
    taxProfile: {
      hashNumber: hashTaxNumber,
      files: createTaxFiles(storage, config.TAX_OPERATOR),
      readLedger,
      readPolicy,
      vault,
    },
    thread: {
      readPolicy,
      hasBooking: (hostAccountId, guestRef) => hasBooking(pool, hostAccountId, guestRef),
      findStays: (hostAccountId, guest) => findStays(pool, hostAccountId, guest),
      findAttachment: createAttachmentFinder(pool),
      ownHostName: new URL(config.PUBLIC_URL).hostname,
      forgetFiles: uploads.forgetThread,
    },
  }
}
