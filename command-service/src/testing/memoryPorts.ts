import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { createMemoryLog } from '@hearth/platform/testing/log'
import { sandboxCharges } from '../booking/chargePort.ts'
import type { Ports } from '../registry.ts'
import { createReviewSealer } from '../review/reviewSealer.ts'
import { createMemoryVault } from '../review/testing/memoryVault.ts'
import { openPreview } from '../request/openPreview.ts'

/** Signs previews of decisions that never expire. */
const readNoLedger = async function* () {
  yield* []
}

export const PREVIEW_SECRET = 'preview-secret'

/** The ports of all features without engines. */
export const createMemoryPorts = (openQuote: Ports['booking']['openQuote']): Ports => {
  const { log } = createMemoryLog()
  const readPolicy: Ports['booking']['readPolicy'] = async (name) => FIRST_POLICIES[name]
  const readPreview = (token: string) => openPreview(PREVIEW_SECRET, token, '')
  const findFile = async () => ({ width: 2_048, height: 1_365 })
  return {
    account: {
      countStandingBookings: async () => 0,
      openMemberships: () => ({ sync: async () => undefined, isStaff: async () => false }),
      log,
    },
    agreement: {
      readPolicy,
      findFile,
      findEmail: async () => 'ada@example.com',
      // Every document has the hash that the vocabulary contains.
      files: {
        print: async () => ({ sha256: 'a'.repeat(64), bytes: Buffer.alloc(0) }),
        store: async () => undefined,
        isWhole: async () => true,
      },
    },
    booking: { readPolicy, openQuote, findFile, log },
    icalFeed: { countFeeds: async () => 0 },
    impersonation: { listMembers: async () => [], closeSession: async () => undefined },
    incident: {
      log,
      readPolicy,
      findEvidence: async (_listingId, fileId) => ({
        fileId,
        name: 'photo.jpg',
        type: 'image/jpeg',
        size: 240_000,
        width: 2_048,
        height: 1_365,
        sha256: 'a'.repeat(64),
      }),
    },
    listing: { readPolicy, findFile, readOtherAddresses: async () => [] },
    messagePlan: { log },
    onboarding: {
      computeContactCode: () => '123456',
      contactLimits: { take: async () => undefined, giveBack: async () => undefined },
    },
    payoutAccount: {
      computeDeposits: () => [3, 7],
      readDepositPair: async (_account, methodId) => ({ pairId: methodId, sharing: [] }),
      vault: { keep: async () => 'kept', remove: async () => undefined },
    },
    payout: { isProvenMethod: async () => false },
    photoshoot: { findFile, now: () => new Date().toISOString() },
    reimbursement: {
      readPolicy,
      findReimbursementFile: async (_reimbursementId, _listingId, fileId) => ({
        fileId,
        name: 'photo.jpg',
        type: 'image/jpeg',
        size: 240_000,
        width: 2_048,
        height: 1_365,
        sha256: 'a'.repeat(64),
        takenLocal: null,
      }),
    },
    referral: {
      readPolicy,
      hashEmail: (email) => `hash of ${email}`,
      hashBankAccounts: async () => [],
      listTaxNumbers: async () => [],
      guesses: { take: async () => 0, clear: async () => undefined },
    },
    request: {
      readPolicy,
      findFile,
      openPreview: readPreview,
      findMemberName: async () => 'Ada',
      charge: sandboxCharges,
      now: () => new Date().toISOString(),
      log,
    },
    review: {
      readPolicy,
      findFile,
      sealer: createReviewSealer(createMemoryVault()),
      hasHandled: async () => false,
    },
    statement: {
      readLedger: readNoLedger,
      storage: { put: async () => undefined },
    },
    taxFiling: {
      readStream: readNoLedger,
      readNumbers: async () => undefined,
      listAccounts: async () => [],
      operator: undefined,
      hashFile: (content) => `hash of ${content}`,
    },
    taxProfile: {
      hashNumber: (number) => `hash of ${number}`,
      files: {
        print: async () => ({ sha256: 'a'.repeat(64), bytes: Buffer.alloc(0) }),
        printDocument: async () => ({ sha256: 'b'.repeat(64), bytes: Buffer.alloc(0) }),
        store: async () => undefined,
      },
      readLedger: readNoLedger,
      readPolicy,
      vault: { keep: async () => 'kept', remove: async () => undefined },
    },
    thread: {
      readPolicy,
      hasBooking: async () => false,
      findStays: async () => [],
      findAttachment: async () => undefined,
      ownHostName: 'hearth.example',
      forgetFiles: async () => undefined,
    },
  }
}
