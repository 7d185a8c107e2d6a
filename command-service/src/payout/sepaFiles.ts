import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { zReport } from '@hearth/contracts/payout'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { PaymentOrder, PayoutProvider } from './provider.ts'
import { formatEndToEndId, writePaymentFile, readOrder, type Debtor } from './sepa.ts'

export type SepaFilesOptions = Readonly<{
  /** `out` is for the bank to fetch, `in` for what it leaves. */ directory: string
  debtor: Debtor
  now: () => Instant
}>

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const describeFailure = (error: unknown) => (error instanceof Error ? error.name : 'no answer')

/**
 * Payments as files for a bank that fetches them: `out/<end-to-end id>.xml`, one for each attempt, so that
 * the file's name is the idempotency key. What became of them comes back as statements (`statements.ts`).
 */
export const createSepaFiles = ({ directory, debtor, now }: SepaFilesOptions): PayoutProvider => {
  const pathOf = (attemptKey: string) => join(directory, 'out', `${formatEndToEndId(attemptKey)}.xml`)

  /** Whole or not at all, and the same file however often. */
  const write = async (order: PaymentOrder): Promise<void> => {
    const path = pathOf(order.attemptKey)
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

  const pay: PayoutProvider['pay'] = async (order) => {
    if (order.currency !== 'EUR' || order.payee.bank.type !== 'sepa')
      return { kind: 'failed', code: 'invalid_account' }
    try {
      await write(order)
      return { kind: 'accepted', providerRef: formatEndToEndId(order.attemptKey), expectedArrival: null }
    } catch (error) {
      return { kind: 'unknown', why: describeFailure(error) }
    }
  }

  return {
    name: 'sepa-files',
    pay,
    lookUp: async (attemptKey) => {
      try {
        const order = readOrder(await readFile(pathOf(attemptKey), 'utf8'))
        const report = zReport.safeParse({
          attemptKey,
          result: 'accepted',
          providerRef: formatEndToEndId(attemptKey),
          at: now(),
          ...order,
        })
        return report.success
          ? { kind: 'found', report: report.data }
          : { kind: 'unknown', why: 'the file cannot be read' }
      } catch (error) {
        return isMissing(error) ? { kind: 'absent' } : { kind: 'unknown', why: describeFailure(error) }
      }
    },
    sendMicroDeposits: async ({ key, currency, amountsMinor, payee }) => {
      for (const [index, amountMinor] of amountsMinor.entries()) {
        const answer = await pay({ attemptKey: `${key}-${index + 1}`, amountMinor, currency, payee })
        if (answer.kind === 'unknown') return answer
        if (answer.kind === 'failed') return { kind: 'refused', why: answer.code }
      }
      return { kind: 'sent' }
    },
    // A bank that works with files sends statements by itself; nothing can be asked for.
    statement: async (after) => ({ reports: [], next: after }),
  }
}

/** Euros to IBANs by files, everything else by the other provider. */
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
