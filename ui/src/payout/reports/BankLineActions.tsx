import { useState } from 'react'
import { TextField } from '@mui/material'
import { useGetList } from 'react-admin'
import type { bankLines } from '@hearth/contracts/bank-line'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useCan, useSession } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import type { Payout } from '../payoutState.tsx'

export type ShownBankLine = Shown<typeof bankLines>

const MAX_REASON = 200
/** `PO-` and the first of its characters. */
const MIN_CODE = 4

/** The payout whose code was typed; undefined until there is exactly one. */
const useTypedPayout = (code: string): Payout | undefined => {
  const { data = [] } = useGetList<Payout>(
    'payouts',
    {
      pagination: { page: 1, perPage: 2 },
      sort: { field: 'scheduledFor', order: 'DESC' },
      filter: { q: code.trim() },
    },
    { enabled: code.trim().length >= MIN_CODE },
  )
  return data.length === 1 && code.trim().length >= MIN_CODE ? data[0] : undefined
}

const useSame = (row: ShownBankLine) => {
  const t = useText()
  return { resource: 'bank-lines', id: row.id, keep: t('payout.staff.payouts.keep') }
}

/** Proposes the payout that the line is about. */
const Attach = ({ row }: { row: ShownBankLine }) => {
  const t = useText()
  const same = useSame(row)
  const [code, setCode] = useState('')
  const payout = useTypedPayout(code)
  return (
    <ExplainedCommand
      {...same}
      verb="propose"
      field="reason"
      maxLength={MAX_REASON}
      body={{ payoutId: payout?.id ?? '' }}
      label={t('payout.staff.bankLines.attach')}
      title={t('payout.staff.bankLines.attachTitle')}
      question={t('payout.staff.bankLines.reason')}
      saved={t('payout.staff.bankLines.proposed')}
    >
      <TextField
        label={t('payout.staff.bankLines.code')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        helperText={
          payout === undefined
            ? t('payout.staff.bankLines.codeHelp')
            : `${payout.code}, ${moneyText(payout.amountMinor, payout.currency)}`
        }
      />
    </ExplainedCommand>
  )
}

const Propose = ({ row }: { row: ShownBankLine }) => {
  const t = useText()
  const same = useSame(row)
  return (
    <>
      {row.amountMinor !== null && row.day !== null && row.direction !== null && <Attach row={row} />}
      <ExplainedCommand
        {...same}
        verb="propose"
        field="reason"
        maxLength={MAX_REASON}
        body={{ payoutId: null }}
        label={t('payout.staff.bankLines.setAside')}
        title={t('payout.staff.bankLines.setAsideTitle')}
        question={t('payout.staff.bankLines.reason')}
        saved={t('payout.staff.bankLines.proposed')}
      />
    </>
  )
}

/** One person proposes how to settle a line, another decides. */
export const BankLineActions = ({ row }: { row: ShownBankLine }) => {
  const t = useText()
  const same = useSame(row)
  const may = useCan('bank-line.settle')
  const me = useSession()?.user.id
  if (!may) return null
  if (row.state === 'open') return <Propose row={row} />
  if (row.state !== 'proposed') return null
  if (row.proposedBy === me) return <p className="small q">{t('payout.staff.adjustments.yours')}</p>
  return (
    <>
      <ConfirmedCommand
        {...same}
        verb="approve"
        touches={['payouts', 'ledger-entries', 'balances']}
        label={t('payout.staff.bankLines.approve')}
        title={t(
          row.payoutId === null ? 'payout.staff.bankLines.toSetAside' : 'payout.staff.bankLines.toAttach',
        )}
        text={row.reason ?? ''}
        saved={t('payout.staff.bankLines.settled')}
      />
      <ExplainedCommand
        {...same}
        verb="reject"
        field="reason"
        maxLength={MAX_REASON}
        label={t('payout.staff.bankLines.reject')}
        title={t('payout.staff.bankLines.rejectTitle')}
        question={t('payout.staff.bankLines.reason')}
        saved={t('payout.staff.bankLines.rejected')}
      />
    </>
  )
}
