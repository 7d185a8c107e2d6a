import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { zReport } from '@hearth/contracts/payout'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type {
  LookUpAnswer,
  MicroDeposits,
  MicroDepositsAnswer,
  PaymentAnswer,
  PaymentOrder,
  PayoutProvider,
} from './provider.ts'
import { formatEndToEndId, writePaymentFile, readOrder, type Debtor } from './sepa.ts'

export type SepaFilesOptions = Readonly<{
  /** The bank fetches files from `out` and leaves its own in `in`. */ directory: string
  debtor: Debtor
  now: () => Instant
}>

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const describeFailure = (error: unknown) => (error instanceof Error ? error.name : 'no answer')

const pathOf = ({ directory }: SepaFilesOptions, attemptKey: string) =>
  join(directory, 'out', `${formatEndToEndId(attemptKey)}.xml`)

/** Writes the whole file or none; a repetition writes the same file. */
const write = async (options: SepaFilesOptions, order: PaymentOrder): Promise<void> => {
  const { directory, debtor, now } = options
  const path = pathOf(options, order.attemptKey)
  await mkdir(join(directory, 'out'), { recursive: true })
  const draft = await open(`${path}.part`, 'w', 0o600)
  try {
    await draft.writeFile(
      writePaymentFile([order], debtor, {
        messageId: formatEndToEndId(order.attemptKey),
        createdAt: now(),
        executeOn: now().slice(0, 10),
      }),
    )
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(`${path}.part`, path)
}

const pay = async (options: SepaFilesOptions, order: PaymentOrder): Promise<PaymentAnswer> => {
  if (order.currency !== 'EUR' || order.payee.bank.type !== 'sepa')
    return { kind: 'failed', code: 'invalid_account' }
  try {
    await write(options, order)
    return { kind: 'accepted', providerRef: formatEndToEndId(order.attemptKey), expectedArrival: null }
  } catch (error) {
    return { kind: 'unknown', why: describeFailure(error) }
  }
}

const lookUp = async (options: SepaFilesOptions, attemptKey: string): Promise<LookUpAnswer> => {
  try {
    const order = readOrder(await readFile(pathOf(options, attemptKey), 'utf8'))
    const report = zReport.safeParse({
      attemptKey,
      result: 'accepted',
      providerRef: formatEndToEndId(attemptKey),
      at: options.now(),
      ...order,
    })
    return report.success
      ? { kind: 'found', report: report.data }
      : { kind: 'unknown', why: 'the file cannot be read' }
  } catch (error) {
    return isMissing(error) ? { kind: 'absent' } : { kind: 'unknown', why: describeFailure(error) }
  }
}

const sendMicroDeposits = async (
  options: SepaFilesOptions,
  { key, currency, amountsMinor, payee }: MicroDeposits,
): Promise<MicroDepositsAnswer> => {
  for (const [index, amountMinor] of amountsMinor.entries()) {
    const answer = await pay(options, { attemptKey: `${key}-${index + 1}`, amountMinor, currency, payee })
    if (answer.kind === 'unknown') return answer
    if (answer.kind === 'failed') return { kind: 'refused', why: answer.code }
  }
  return { kind: 'sent' }
}

/**
 * Payments as files for a bank that fetches them: `out/<end-to-end id>.xml`, one for each attempt, so that
 * the file's name is the idempotency key. Their outcome arrives in statements (`statements.ts`).
 */
export const createSepaFiles = (options: SepaFilesOptions): PayoutProvider => ({
  name: 'sepa-files',
  pay: (order) => pay(options, order),
  lookUp: (attemptKey) => lookUp(options, attemptKey),
  sendMicroDeposits: (deposits) => sendMicroDeposits(options, deposits),
  // A bank that works with files delivers statements; they cannot be requested.
  statement: async (after) => ({ reports: [], next: after }),
})

/** Sends euros to IBANs as files, and everything else through the other provider. */
export const withSepaFiles = (sepa: PayoutProvider, other: PayoutProvider | undefined): PayoutProvider => {
  const forMethod = (order: Readonly<{ payee: PaymentOrder['payee'] }>) =>
    order.payee.bank.type === 'sepa' ? sepa : other
  const none = { kind: 'unknown', why: 'no payment provider handles this kind of bank account' } as const
  return {
    name: sepa.name,
    pay: async (order) => forMethod(order)?.pay(order) ?? none,
    lookUp: async (attemptKey) => {
      const found = await sepa.lookUp(attemptKey)
      return found.kind === 'absent' && other !== undefined ? other.lookUp(attemptKey) : found
    },
    sendMicroDeposits: async (deposits) => forMethod(deposits)?.sendMicroDeposits(deposits) ?? none,
    statement: async (after) => (other ?? sepa).statement(after),
  }
}
