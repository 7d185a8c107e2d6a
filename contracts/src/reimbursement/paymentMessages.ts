import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zCode } from '../kernel/text.ts'
import { clock, of } from './common.ts'
import { zDecisionVersion } from './reimbursement.ts'

const amount = { version: zDecisionVersion, amountMinor: zMinorAmount, currency: zCurrency }

/** What follows from a decision: the host is paid first, then the guest is charged. */
export const paymentEvents = {
  /** The entry is in the host's ledger. */
  ReimbursementPaid: { version: 1, schema: z.strictObject({ ...of, ...amount, entryId: z.string() }) },
  ReimbursementGuestCharged: {
    version: 1,
    schema: z.strictObject({ ...of, ...amount, providerRef: z.string() }),
  },
  /** The fund bears it. A claim that the guest accepted is reviewed like any other. */
  ReimbursementGuestChargeFailed: {
    version: 1,
    schema: z.strictObject({ ...of, ...amount, failure: z.string() }),
  },
} as const

export const paymentCommands = {
  RecordReimbursementPayment: {
    ...clock,
    schema: z.strictObject({ version: zDecisionVersion, entryId: zId }),
  },
  RecordReimbursementCharge: {
    ...clock,
    schema: z.strictObject({ version: zDecisionVersion, providerRef: zCode(200) }),
  },
  FailReimbursementCharge: {
    ...clock,
    schema: z.strictObject({ version: zDecisionVersion, failure: zCode(100) }),
  },
} as const
