import { isSepaName, type PayoutMethodType } from '@hearth/contracts/payout-account'
import { isRetried, zReport } from '@hearth/contracts/payout'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { localDisk, type Disk } from './bank-files/disk.ts'
import { createHandOver, NotDraftedError } from './bank-files/handOver.ts'
import { listTransfers } from './depositCosts.ts'
import {
  PROVIDER_DEADLINE_MS,
  type LookUpAnswer,
  type MicroDeposits,
  type MicroDepositsAnswer,
  type PaymentAnswer,
  type PaymentOrder,
  type PayoutProvider,
} from './provider.ts'
import { formatEndToEndId, writePaymentFile, type Debtor } from './sepa.ts'

export type SepaFilesOptions = Readonly<{
  /** The bank fetches files from `out` and leaves its own in `in`. `drafts` and `out` are one file system. */
  directory: string
  debtor: Debtor
  now: () => Instant
  disk?: Disk
}>
type Parts = Readonly<{
  debtor: Debtor
  now: () => Instant
  files: ReturnType<typeof createHandOver>
}>

const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

const pay = async ({ debtor, now, files }: Parts, order: PaymentOrder): Promise<PaymentAnswer> => {
  if (order.currency !== 'EUR' || order.payee.bank.type !== 'sepa')
    return { kind: 'failed', code: 'invalid_account' }
  if (!isSepaName(order.payee.holderName)) return { kind: 'failed', code: 'name_mismatch' }
  const name = formatEndToEndId(order.attemptKey)
  const head = { messageId: name, createdAt: now(), executeOn: now().slice(0, 10) }
  try {
    await files.handOver(name, writePaymentFile([order], debtor, head))
    return { kind: 'accepted', providerRef: name, expectedArrival: null }
  } catch (error) {
    return error instanceof NotDraftedError
      ? { kind: 'failed', code: 'provider_down' }
      : { kind: 'unknown', why: describeFailure(error) }
  }
}

const lookUp = async ({ now, files }: Parts, attemptKey: string): Promise<LookUpAnswer> => {
  const name = formatEndToEndId(attemptKey)
  try {
    const stage = await files.resume(name)
    if (stage.stage !== 'handed_over') return { kind: 'no_trace' }
    const report = zReport.safeParse({
      attemptKey,
      result: 'accepted',
      providerRef: name,
      at: now(),
      ...stage.order,
    })
    return report.success
      ? { kind: 'found', report: report.data }
      : { kind: 'unknown', why: 'the record of the file cannot be read' }
  } catch (error) {
    return { kind: 'unknown', why: describeFailure(error) }
  }
}

const sendMicroDeposits = async (
  parts: Parts,
  { payee, ...deposits }: MicroDeposits,
): Promise<MicroDepositsAnswer> => {
  for (const transfer of listTransfers(deposits)) {
    const answer = await pay(parts, { ...transfer, payee })
    if (answer.kind === 'unknown') return answer
    if (answer.kind === 'failed')
      return { kind: isRetried(answer.code) ? 'unknown' : 'refused', why: answer.code }
  }
  return { kind: 'sent' }
}

/**
 * Payments as files for a bank that fetches them: `out/<end-to-end id>.xml`, one for each attempt. What was
 * handed over is recorded in `sent/`, so that nothing follows from what the bank leaves in `out/`
 * (docs/domain/payout.md#payment-files). Their outcome arrives in messages of the bank (`inbox.ts`).
 */
export const createSepaFiles = ({
  directory,
  debtor,
  now,
  disk = localDisk,
}: SepaFilesOptions): PayoutProvider => {
  const files = createHandOver({ directory, disk, deadlineMs: PROVIDER_DEADLINE_MS })
  const parts = { debtor, now, files }
  return {
    name: 'sepa-files',
    pay: (order) => pay(parts, order),
    lookUp: (attemptKey) => lookUp(parts, attemptKey),
    sendMicroDeposits: (deposits) => sendMicroDeposits(parts, deposits),
    // A bank that works with files delivers statements; they cannot be requested.
    statement: async (after) => ({ reports: [], next: after }),
  }
}

/** A payment to an IBAN may be older than the setting for files. */
const lookUpInBoth = async (
  sepa: PayoutProvider,
  other: PayoutProvider | undefined,
  attemptKey: string,
): Promise<LookUpAnswer> => {
  const inFiles = await sepa.lookUp(attemptKey, 'sepa')
  if (inFiles.kind !== 'no_trace' || other === undefined) return inFiles
  const answer = await other.lookUp(attemptKey, 'sepa')
  // That the other provider does not know it says nothing about a file.
  return answer.kind === 'absent' ? inFiles : answer
}

/** Sends euros to IBANs as files, and everything else through the other provider. */
export const withSepaFiles = (sepa: PayoutProvider, other: PayoutProvider | undefined): PayoutProvider => {
  const forType = (type: PayoutMethodType) => (type === 'sepa' ? sepa : other)
  const none = { kind: 'unknown', why: 'no payment provider handles this kind of bank account' } as const
  return {
    name: sepa.name,
    pay: async (order) => forType(order.payee.bank.type)?.pay(order) ?? none,
    lookUp: async (attemptKey, type) =>
      type === 'sepa'
        ? lookUpInBoth(sepa, other, attemptKey)
        : ((await other?.lookUp(attemptKey, type)) ?? none),
    sendMicroDeposits: async (deposits) =>
      forType(deposits.payee.bank.type)?.sendMicroDeposits(deposits) ?? none,
    statement: async (after) => (other ?? sepa).statement(after),
  }
}
