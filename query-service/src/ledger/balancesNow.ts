import { balanceAt, zBalanceRow } from '@hearth/contracts/ledger'
import { z } from 'zod'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'

const zParts = z.object(zBalanceRow.shape).pick({ pendingMinor: true, availableMinor: true, maturing: true })

/** Balances as of now: the clock makes amounts available without an event. */
export const balancesNow =
  ({ now }: Pick<Sources, 'now'>): Finish =>
  async (rows) => {
    const at = new Date(now()).toISOString()
    return rows.map((row) => ({ ...row, ...balanceAt(zParts.parse(row), at) }))
  }
