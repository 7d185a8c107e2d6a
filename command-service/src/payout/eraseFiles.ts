import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Id } from '@hearth/contracts/kernel/ids'
import { payouts, type PayoutRow } from '@hearth/contracts/payout'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { payoutAccountFold } from '../payout-account/payoutAccount.state.ts'
import { depositsKeyFor } from '../payout-account/sendDeposits.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { readRows } from '../workers/dueWork.ts'

const COMPLETE: readonly PayoutRow['state'][] = ['paid', 'returned', 'cancelled']

/**
 * An empty list when the directory does not exist; any other failure is thrown, so that files are not taken
 * for erased.
 */
const filesIn = async (directory: string): Promise<readonly string[]> => {
  try {
    return await readdir(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Removes the orders with these ids, of payouts or deposits, and the messages of the bank that name them; their content
 * is recorded in events. May be repeated.
 */
export const eraseFiles = async (directory: string, ids: readonly Id[]): Promise<void> => {
  const references = ids.map((id) => id.replaceAll('-', ''))
  const statements = join(directory, 'read')
  for (const orders of ['drafts', 'sent', 'out'].map((part) => join(directory, part)))
    for (const name of await filesIn(orders))
      if (references.some((reference) => name.startsWith(reference)))
        await rm(join(orders, name), { force: true })
  for (const name of await filesIn(statements)) {
    // Banks wrap long references, and write them in any case.
    const text = (await readFile(join(statements, name), 'utf8')).toLowerCase().replaceAll(/[\s-]/g, '')
    if (references.some((reference) => text.includes(reference)))
      await rm(join(statements, name), { force: true })
  }
}

/** Erases an account's files, but for those of payouts that are not complete: their records are still needed. */
export const eraseAccountFiles = async (
  pool: pg.Pool,
  directory: string,
  hostAccountId: Id,
  methodIds: readonly Id[],
): Promise<void> => {
  const rows = await readRows<{ id: string }>(
    pool,
    `select id from ${qualified(payouts.table)} where tenant_id = $1 and state = any ($2)`,
    [hostAccountId, COMPLETE],
  )
  await eraseFiles(directory, [...rows.map(({ id }) => id), ...methodIds.map(depositsKeyFor)])
}

/** Erases the files of payments in the bank's directory. */
export const createFileErasing = ({
  directory,
  pool,
  handler,
}: Readonly<{ directory: string; pool: pg.Pool; handler: Pick<CommandHandler, 'view'> }>) => ({
  eraseByIds: (ids: readonly Id[]): Promise<void> => eraseFiles(directory, ids),
  eraseOfAccount: async (hostAccountId: Id): Promise<void> => {
    const { state } = await handler.view(payoutAccountFold, hostAccountId, 0)
    await eraseAccountFiles(pool, directory, hostAccountId, Object.keys(state.methods))
  },
})
